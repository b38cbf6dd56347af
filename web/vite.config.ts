import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstLoad } from './first-load.ts'
import { precompress } from './precompress.ts'
import { fillServiceWorker, serviceWorkerFile } from './service-worker.ts'

export default defineConfig({
  // Addresses relative to the page's <base>: one build serves any base path.
  base: './',
  plugins: [react(), preloadFont(), fillServiceWorker(), precompress()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // What `npm test` counts the budgets from.
    manifest: true,
    reportCompressedSize: false,
    // A font or image in the style sheet would be loaded by everybody, whether it is used or not.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { main: 'index.html', 'service-worker': 'src/offline/service-worker.ts' },
      output: {
        codeSplitting: { groups: [firstLoad] },
        entryFileNames: ({ name }) => (name === 'service-worker' ? serviceWorkerFile : 'assets/[name]-[hash].js'),
      },
    },
  },
})

/** The weight in which nearly all text is set is wanted at once, not only when the style sheet has been read. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const font = Object.keys(bundle).find(file => /ibm-plex-sans-latin-400-normal.*woff2$/.test(file))
      if (!font) throw new Error('The font of the text is not in the build.')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${font}` }
      return [{ tag: 'link', attrs, injectTo: 'head' as const }]
    },
  }
}
