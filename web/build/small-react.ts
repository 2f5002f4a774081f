/**
 * The pages are written for React and run on Preact, which does the same for them in a fifth of its
 * bytes: React alone would be half of what a phone loads before it shows a verdict.
 */
export const smallReact = [
  { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
]
