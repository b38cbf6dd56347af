import { execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** A mail server as Debian ships it, on a port of this machine, that keeps what it takes. */
export interface Exim {
  readonly smtpUrl: string
  /** What it has delivered, as it would lie in a mailbox. */
  readonly delivered: () => Buffer[]
  stop(): Promise<void>
}

/** What Exim needs besides what every Debian has. */
const packages = ['exim4-daemon-light', 'libidn12', 'libnss-wrapper']
const library = path.join('usr/lib', `${os.arch() === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`)

/**
 * Unpacks Debian's packages into a folder, so that nothing is installed and nobody needs to be root, and starts Exim.
 * @returns why not, where there is no apt-get, or it has none of them
 */
export async function openExim(): Promise<Exim | { readonly missing: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-exim-'))
  try {
    unpack(folder)
    return await run(folder)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    return { missing: error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'Exim did not start.' }
  }
}

function unpack(folder: string): void {
  const tool = (file: string, args: readonly string[]) =>
    execFileSync(file, args, { cwd: folder, stdio: 'pipe', timeout: 120_000 })
  try {
    tool('apt-get', ['download', ...packages])
  } catch {
    // A fresh machine has no lists yet.
    tool('apt-get', ['update'])
    tool('apt-get', ['download', ...packages])
  }
  for (const name of readdirSync(folder)) if (name.endsWith('.deb')) tool('dpkg-deb', ['-x', name, 'root'])
  // The one in the package changes its user; a copy does not.
  copyFileSync(path.join(folder, 'root/usr/sbin/exim4'), path.join(folder, 'exim'))
}

async function run(folder: string): Promise<Exim> {
  const isRoot = process.getuid?.() === 0
  const { uid, gid } = isRoot ? { uid: 65_534, gid: 65_534 } : os.userInfo()
  // Exim looks for its own user, which only an installation makes.
  const account = `Debian-exim:x:${uid}:${gid}::/:/bin/false`
  writeFileSync(path.join(folder, 'passwd'), `root:x:0:0::/:/bin/false\n${account}\n`)
  writeFileSync(path.join(folder, 'group'), `root:x:0:\nDebian-exim:x:${gid}:\n`)
  for (const name of ['box', 'spool', 'log']) mkdirSync(path.join(folder, name))
  for (const name of ['.', 'box', 'spool', 'log']) chmodSync(path.join(folder, name), 0o777)
  const port = await freePort()
  const config = path.join(folder, 'exim.conf')
  writeFileSync(config, configOf(folder, port))
  // Exim obeys a configuration that nobody else could have written.
  chmodSync(config, 0o644)
  chmodSync(folder, 0o755)
  for (const name of ['box', 'spool', 'log']) chmodSync(path.join(folder, name), 0o777)
  const options: SpawnOptions = {
    cwd: '/',
    stdio: 'ignore',
    env: {
      LD_LIBRARY_PATH: path.join(folder, 'root', library),
      LD_PRELOAD: path.join(folder, 'root', library, 'libnss_wrapper.so'),
      NSS_WRAPPER_PASSWD: path.join(folder, 'passwd'),
      NSS_WRAPPER_GROUP: path.join(folder, 'group'),
    },
  }
  const child = spawn(path.join(folder, 'exim'), ['-C', config, '-bdf'], options)
  const ended = once(child, 'exit')
  const box = path.join(folder, 'box/new')
  const stop = async () => {
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await answers(port, () => child.exitCode !== null)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    delivered: () => (existsSync(box) ? readdirSync(box).map(name => readFileSync(path.join(box, name))) : []),
    stop,
  }
}

/** Takes all but one address, writes each message into a folder while the client waits, and speaks to nobody else. */
const configOf = (folder: string, port: number) => `
primary_hostname = mail.test.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/spool/exim.pid
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
acl_smtp_rcpt = check_rcpt
acl_smtp_data = accept
tls_advertise_hosts =
smtputf8_advertise_hosts = *
exim_path = ${folder}/exim
keep_environment = LD_LIBRARY_PATH : LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP
deliver_drop_privilege
smtp_accept_queue_per_connection = 0
never_users =
begin acl
check_rcpt:
  deny
    local_parts = nobody
    message = 5.1.1 There is nobody of this name
  defer
    local_parts = later
    message = 4.3.2 Come back later
  accept
begin routers
everyone:
  driver = accept
  transport = box
begin transports
box:
  driver = appendfile
  directory = ${folder}/box
  maildir_format
  create_directory
  user = Debian-exim
`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server's address is always an object.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function answers(port: number, hasEnded: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (hasEnded()) break
    const socket = connect(port, '127.0.0.1')
    const isThere = await once(socket, 'data').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) return
    await new Promise<void>(later => setTimeout(later, 50))
  }
  throw new Error('Exim did not start.')
}
