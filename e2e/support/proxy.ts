import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import https from 'node:https'
import path from 'node:path'

/**
 * The proxy that the product is run behind (deploy/Caddyfile): TLS, HTTP/2 and compressed answers, which over a telephone's
 * line make more of a difference than most of what a page can do itself. Its certificate is its own. Needs Debian's package caddy.
 */
export async function startProxy({ folder, port, to }: { folder: string; port: number; to: number }) {
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system ${path.join(folder, 'caddy')}
}
https://localhost:${port} {
	tls internal
	encode zstd gzip
	reverse_proxy localhost:${to}
}
`,
  )
  const proxy = spawn('caddy', ['run', '--config', file], {
    env: { ...process.env, HOME: folder },
    stdio: 'ignore',
  })
  const failed = once(proxy, 'error').then(([error]) => {
    throw new Error('The proxy did not start: apt-get install caddy', { cause: error })
  })
  await Promise.race([failed, isThere(port)])
  failed.catch(() => {})
  return { stop: () => proxy.kill() }
}

async function isThere(port: number): Promise<void> {
  for (;;) {
    const answered = await new Promise<boolean>(resolve => {
      const request = https.get({ host: 'localhost', port, rejectUnauthorized: false }, answer => {
        answer.resume()
        resolve(true)
      })
      request.on('error', () => resolve(false))
    })
    if (answered) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
