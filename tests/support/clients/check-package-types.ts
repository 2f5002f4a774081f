import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'

// A process of its own: a test runner's conditions would have that library loaded from its sources.

const tarball = new Uint8Array(readFileSync(process.argv[2] ?? ''))
const found = await checkPackage(createPackageFromTarballData(tarball))
const problems = found.types === false ? ['NoTypes'] : found.problems.map(({ kind }) => kind)
process.stdout.write(JSON.stringify(problems))
