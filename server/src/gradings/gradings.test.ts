import { describe, expect, it } from 'vitest'
import { testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount } from '../../test/factories/people.ts'
import { openGradings } from '../../test/open-gradings.ts'

const database = await freshDatabase()
const { db } = database
const { as, files, aGrading } = await openGradings(database)

describe('saveBeltSize', () => {
  it('is kept with the member', async () => {
    const { me, list, candidate } = await aGrading()
    const id = await candidate()
    const save = (beltSize: unknown) => me.post(`/api/member/SaveBeltSize/${id}`, { beltSize })
    expect(await save(' 280 cm ')).toEqual({ status: 200, body: { isSuccess: true, memberId: id, beltSize: '280 cm' } })
    expect((await list()).candidates).toMatchObject([{ beltSize: '280 cm' }])
    expect((await save('x'.repeat(21))).body.fields).toEqual({ beltSize: ['At most 20 letters.'] })
    expect((await save('')).body.beltSize).toBe('')
  })
})

describe('getGradingCertificates', () => {
  const pagesOf = (base64: string) =>
    Buffer.from(base64, 'base64')
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length

  it('is a page for each who passed, or for one of them', async () => {
    const { me, club, klass, save, candidate, entry } = await aGrading()
    const ask = (rest = '') => me.get(`/api/club/GetGradingCertificates/${klass.id}?classDate=${testToday}${rest}`)
    expect((await ask()).body.fields).toHaveProperty('classDate')
    const [ann, bo, cy] = [await candidate(), await candidate(), await candidate()]
    await save([entry(ann), entry(bo), entry(cy, { passed: false })])
    // Something that is no picture, and one that is none of ours.
    for (const logo_url of ['/files/logo.png', '/files/none.png', 'https://elsewhere.example/x.png']) {
      await files.put('logo.png', Buffer.from('no picture'), 'image/png')
      await db.updateTable('club').set({ logo_url }).where('id', '=', club.id).execute()
      const { status, body } = await ask()
      expect(status).toBe(200)
      expect(pagesOf(body.base64)).toBe(2)
      expect(body).toMatchObject({ fileName: 'certificates-2026-05-12.pdf', contentType: 'application/pdf' })
    }
    const one = await ask(`&memberId=${ann}`)
    expect(pagesOf(one.body.base64)).toBe(1)
    expect((await ask(`&memberId=${cy}`)).body.fields).toHaveProperty('memberId')
  })

  it('prints any script, the family name first where the club says so, and says what it can’t print', async () => {
    const { me, club, klass, save, candidate, entry } = await aGrading()
    const ann = await candidate()
    await save([entry(ann)])
    const named = async (first_name: string, last_name: string) => {
      const { person_id } = await db
        .selectFrom('member')
        .select('person_id')
        .where('id', '=', ann)
        .executeTakeFirstOrThrow()
      await db.updateTable('person').set({ first_name, last_name }).where('id', '=', person_id).execute()
      const path = `/api/club/GetGradingCertificates/${klass.id}?classDate=${testToday}&memberId=${ann}`
      const { body } = await me.get(path)
      const title = /\((Certificate: [^)]*)\)/.exec(Buffer.from(body.base64, 'base64').toString('latin1'))?.[1]
      return { title, notPrintable: body.notPrintable }
    }
    expect(await named('Taro', 'Yamada')).toEqual({ title: 'Certificate: Taro Yamada', notPrintable: [] })
    const { version, timeZone } = (await me.get(`/api/club/GetClub/${club.id}`)).body
    const settings = { version, timeZone, familyNameFirst: true }
    const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    expect((await admin.post(`/api/club/SaveClubSettings/${club.id}`, settings)).status).toBe(200)
    expect(await named('Taro', 'Yamada')).toEqual({ title: 'Certificate: Yamada Taro', notPrintable: [] })
    for (const [first, last] of [
      ['太郎', '山田'],
      ['محمد', 'علي'],
      ['민준', '김'],
      ['प्रिया', 'शर्मा'],
    ] as const)
      expect((await named(first, last)).notPrintable, first).toEqual([])
    expect((await named('Jo 😀', 'Reed')).notPrintable).toEqual(['Reed Jo 😀'])
  })
})
