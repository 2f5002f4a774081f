import { mkdirSync } from 'node:fs'
import { takeExtensionPictures } from './tests/screenshots/extension.ts'
mkdirSync('/tmp/shots', { recursive: true })
await takeExtensionPictures('/tmp/shots')
