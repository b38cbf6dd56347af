import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { firstFreePort, portsToTry } from './port.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function take(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

describe('portsToTry', () => {
  it('is the port that was set, or 3000 and the twenty after it', () => {
    expect(portsToTry({ port: 8080 })).toEqual([8080])
    expect(portsToTry({ port: undefined })).toEqual(Array.from({ length: 21 }, (_, index) => 3000 + index))
  })
})

describe('firstFreePort', () => {
  it('passes over a taken one', async () => {
    const taken = await take('127.0.0.1')
    const free = await take('127.0.0.1')
    servers.pop()?.close()
    expect(await firstFreePort('127.0.0.1', [taken, free])).toBe(free)
  })

  it('says which one is in use when that was asked for', async () => {
    const taken = await take('127.0.0.1')
    await expect(firstFreePort('127.0.0.1', [taken])).rejects.toMatchObject({
      name: 'CannotStart',
      message: `PORT must be a free port: on 127.0.0.1 ${taken} is in use.`,
    })
  })

  it('says that the host is not this machine', async () => {
    await expect(firstFreePort('192.0.2.1', [3000])).rejects.toThrow('HOST must be an address of this machine: ')
  })
})
