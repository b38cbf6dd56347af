import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { app, as, jobs } = await testApp(database)

const club = await createClub(db)
const { id } = await createMember(db, { clubId: club.id })
const { get, post } = as((await createAccount(db, { clubId: club.id })).sub)
const save = (image: unknown) => post(`/api/member/SavePhoto/${id}`, { image })
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#30508f80' } })

describe('savePhoto', () => {
  it('writes the picture anew: a square JPEG without anything of the file', async () => {
    const sent = await picture(900, 600)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .toBuffer()
    const { status, body } = await save(sent.toString('base64'))
    expect(status).toBe(200)
    expect(body.photoUrl).toMatch(/^files\/photo\/[\w-]{24}\.jpg\?until=\d+&signature=[\w-]{22}$/)
    const { rawPayload, headers } = await app.inject(`/${body.photoUrl}`)
    expect(headers['content-type']).toBe('image/jpeg')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 512 })
    expect(rawPayload.toString('latin1')).not.toContain('Secret place')
    expect((await get(`/api/member/GetPerson/${id}`)).body.photoUrl).toBe(body.photoUrl)
  })

  it('replaces and removes, and deletes what nobody sees any more', async () => {
    const image = (await picture(20, 10).png().toBuffer()).toString('base64')
    const { photoUrl } = (await save(image)).body
    jobs.length = 0
    expect((await post(`/api/member/RemovePhoto/${id}`)).status).toBe(200)
    expect(jobs).toEqual([{ name: 'delete-file', data: { key: photoUrl.replace(/^files\/|\?.*/g, '') } }])
    expect((await get(`/api/member/GetPerson/${id}`)).body.photoUrl).toBeNull()
  })

  it.each([null, '', 'no base64!', Buffer.from('<svg/>').toString('base64'), 'x'.repeat(960_001)])(
    'refuses what is no picture',
    async image => {
      const { status, body } = await save(image)
      expect([status, Object.keys(body.fields)]).toEqual([400, ['image']])
    },
  )
})
