import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { app, as, jobs } = await testApp(database)

const { id } = await createClub(db)
const { sub } = await createAccount(db, { clubId: id, isAdmin: true })

const save = (image: string | null) => as(sub).post(`/api/club/SaveClubLogo/${id}`, { image })
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#30508f80' } })
const base64 = (bytes: Buffer) => bytes.toString('base64')

describe('saveClubLogo', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('takes a %s, cuts it square and writes it anew', async format => {
    const sent = await picture(900, 600)
      .toFormat(format)
      .withExif({ IFD0: { Artist: 'Somebody', Copyright: 'Secret place' } })
      .toBuffer()
    expect(sent.toString('latin1')).toContain('Secret place')
    const { status, body } = await save(base64(sent))
    expect(status).toBe(200)
    expect(body.logo).toMatch(/^files\/logo\/[\w-]{24}\.png$/)
    const answer = await app.inject(`/${body.logo}`)
    expect(answer.headers['content-type']).toBe('image/png')
    const stored = await sharp(answer.rawPayload).metadata()
    expect(stored).toMatchObject({ format: 'png', width: 512, height: 512 })
    expect(stored.exif).toBeUndefined()
    expect(answer.rawPayload.toString('latin1')).not.toContain('Secret place')
    expect((await as(sub).get(`/api/club/GetClub/${id}`)).body.logo).toBe(body.logo)
    expect((await as(sub).get('/api/club/GetSidebarConfig')).body.clubLogo).toBe(body.logo)
  })

  it('deletes the one before once the new one is there, and can take it away', async () => {
    const bytes = base64(await picture(10, 10).png().toBuffer())
    const { body: first } = await save(bytes)
    jobs.length = 0
    const { body: second } = await save(bytes)
    expect(second.logo).not.toBe(first.logo)
    expect((await save(null)).body.logo).toBe('')
    expect(jobs).toEqual(
      [first, second].map(({ logo }) => ({ name: 'delete-file', data: { key: logo.replace('files/', '') } })),
    )
    expect((await as(sub).get(`/api/club/GetClub/${id}`)).body.logo).toBe('')
  })

  it.each([
    ['text', Buffer.from('not a picture')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
    ['PNG that breaks off', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('refuses a %s with a reason', async (_kind, bytes) => {
    const { status, body } = await save(base64(bytes))
    expect([status, Object.keys(body.fields)]).toEqual([400, ['image']])
  })

  it('refuses what is no base64', async () => {
    for (const image of ['', 'data:image/png;base64,AAAA', '💥']) expect((await save(image)).status).toBe(400)
  })

  it('refuses a small file that would unfold into far more, before it does', async () => {
    const bomb = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(400_000)
    const { status, body } = await save(base64(bomb))
    expect([status, body.message]).toEqual([400, 'The picture is too large: at most 4096 × 4096 pixels.'])
  })
})
