import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes a .br and a .gz beside every text file of the build, so that the server compresses nothing itself. */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    // Not closeBundle, which comes after a failed build too and would hide why it failed.
    writeBundle() {
      for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        // The page is written anew by the server, which fills in the base path.
        if (!/\.(js|css|svg)$/.test(file)) continue
        const content = readFileSync(path.join(outDir, file))
        writeFileSync(path.join(outDir, `${file}.gz`), gzipSync(content, { level: 9 }))
        writeFileSync(path.join(outDir, `${file}.br`), brotliCompressSync(content))
      }
    },
  }
}
