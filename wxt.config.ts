import { fileURLToPath } from 'node:url'
import { defineConfig } from 'wxt'
import { writeNotices } from './server/commands/package/write-notices.ts'

/** Chrome MV3 and Firefox MV3 from one source. Hosts are asked for one by one, by the user's own click. */
export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  outDir: 'dist/extension',
  modules: ['@wxt-dev/module-react'],
  imports: false,
  manifestVersion: 3,
  manifest: ({ browser }) => ({
    name: 'Countersign',
    description: 'Shows on each answer of a chat in which privacy mode it was really delivered.',
    permissions: ['storage', 'scripting', 'activeTab', 'declarativeNetRequestWithHostAccess'],
    action: { default_title: 'Countersign' },
    commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+C' } } },
    // Sockets are hosts of their own; those of a gateway are refused under `always`.
    optional_host_permissions: ['*://*/*', 'ws://*/*', 'wss://*/*'],
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: '{2fd9dd2f-f7c5-4cf9-9bae-0e073eaa897e}',
              strict_min_version: '140.0',
              data_collection_permissions: { required: ['none'] },
            },
            gecko_android: { strict_min_version: '142.0' },
          },
        }
      : {}),
  }),
  hooks: {
    'build:done'({ config }, { steps }) {
      const chunks = steps.flatMap((step) => step.chunks)
      const ids = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
      writeNotices(config.outDir, ids)
    },
  },
  // What Firefox's reviewers build from.
  zip: {
    excludeSources: [
      // What sets the build up is in it, and what writes the notices.
      'server/!(install.mjs|commands)',
      'server/!(install.mjs|commands)/**',
      'server/commands/!(package)',
      'server/commands/!(package)/**',
      'server/commands/package/!(write-notices.ts)',
      'web/**',
      'tests/**',
      'data/**',
      'dist/**',
      'extension/store/**',
    ],
  },
  vite: () => ({
    resolve: {
      alias: {
        '#shared': fileURLToPath(new URL('shared', import.meta.url)),
        // In place of its form for pages: the background has no document.
        'decode-named-character-reference': fileURLToPath(
          new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
        ),
      },
    },
  }),
})
