import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { sharedFiles } from './first-load.ts'
import { precompress } from './precompress.ts'
import { fillServiceWorker, serviceWorkerFile } from './service-worker.ts'
import { onlyWhatCallsNeed } from './what-calls-need.ts'

/**
 * Most of what is in these runs before the first screen stands. Told so, Chromium compiles all of it beside the page while it
 * is on its way, and not function by function when each is first called; other browsers read a comment.
 * Source: https://v8.dev/blog/explicit-compile-hints
 */
const ranAtOnce = ['libraries', 'shell']

export default defineConfig({
  // Addresses relative to the page's <base>: one build serves any base path.
  base: './',
  plugins: [onlyWhatCallsNeed(), react(), preloadFirst(), fillServiceWorker(), precompress()],
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
        codeSplitting: { groups: sharedFiles },
        postBanner: ({ name }) => (ranAtOnce.includes(name) ? '//# allFunctionsCalledOnLoad' : ''),
        entryFileNames: ({ name }) => (name === 'service-worker' ? serviceWorkerFile : 'assets/[name]-[hash].js'),
      },
    },
  },
})

/**
 * What every page needs is fetched while the page is read, and not when what needs it has come: the shell, which the entry
 * asks for, and the font, which a style sheet names.
 */
function preloadFirst(): Plugin {
  return {
    name: 'preload-first',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const start = chunks.find(({ name, isDynamicEntry }) => isDynamicEntry && name === 'start')
      const font = Object.keys(bundle).find(file => /ibm-plex-sans-latin-wght-normal.*woff2$/.test(file))
      if (!start || !font) throw new Error('The shell or the font of the text is not in the build.')
      const entry = chunks.find(({ name, isEntry }) => isEntry && name === 'main')
      const had = new Set(entry?.imports)
      const scripts = [start.fileName, ...start.imports].filter(file => file !== entry?.fileName && !had.has(file))
      const styles = chunks
        .filter(({ fileName }) => scripts.includes(fileName))
        .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      const link = (attrs: Record<string, string | boolean>, file: string) => ({
        tag: 'link',
        attrs: { ...attrs, crossorigin: true, href: `./${file}` },
        injectTo: 'head' as const,
      })
      return [
        // After what the first paint waits for.
        ...scripts.map(file => link({ rel: 'modulepreload', fetchpriority: 'low' }, file)),
        ...styles.map(file => link({ rel: 'preload', as: 'style', fetchpriority: 'low' }, file)),
        link({ rel: 'preload', as: 'font', type: 'font/woff2' }, font),
      ]
    },
  }
}
