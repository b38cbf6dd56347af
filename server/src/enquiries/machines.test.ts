import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { fields, nothing, openEnquiryForm } from '../../test/open-enquiry-form.ts'

const database = await freshDatabase()
const { later, counted, aClub, tokenOf, post, send, enquiriesOf, stored, letWait } = await openEnquiryForm(database)

describe('what machines send', () => {
  it('is not stored, looks taken by its status, and tells a person what to do', async () => {
    const { club, key } = await aClub()
    const other = await aClub()
    const token = await tokenOf(key)
    const foreign = await tokenOf(other.key)
    const quick = await post(key, { token, ...fields })
    expect(quick.body).toContain('that was very quick')
    later(20)
    const trapped = await post(key, { token, ...fields, website: 'https://spam.example' })
    expect(trapped.body).toContain('should stay empty')
    const tries = [
      quick,
      trapped,
      await post(key, fields),
      await post(key, { token: `${token.slice(0, -2)}xx`, ...fields }),
      await post(key, { token: foreign, ...fields }),
    ]
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    later(25 * 3600)
    const old = await post(key, { token, ...fields })
    expect(old.body).toContain('open for a long time')
    expect(old.body).toContain('value="Zoe"')
    expect(await stored(club.id)).toEqual(nothing)
    // What the page has given instead works, with all that was filled in.
    const fresh = /name="token" value="([^"]+)"/.exec(old.body)?.[1] ?? ''
    later(5)
    await post(key, { token: fresh, ...fields })
    expect(await stored(club.id)).toEqual({ enquiries: 1, members: 1, tasks: 1, mails: 1 })
  })

  it('is counted by address, by club and by e-mail address, and told to wait', async () => {
    const { club, key } = await aClub()
    for (const kind of ['enquirer', 'enquiryClub', 'mailFrom'] as const) {
      letWait({ [kind]: 90 })
      const sent = await send(key)
      expect(sent.statusCode).toBe(200)
      expect(sent.body).toContain('Please try again in 2 minutes')
    }
    expect(counted.map(({ kind }) => kind)).toEqual([
      ...['enquirer', 'enquirer', 'enquiryClub', 'mailFrom', 'enquirer', 'enquiryClub', 'mailFrom'],
    ])
    expect(await stored(club.id)).toEqual(nothing)
  })

  it('is refused where a name is a link, or a message is full of them', async () => {
    const { club, key } = await aClub()
    for (const wrong of [
      { firstName: 'www.spam.example' },
      { lastName: 'Win 1000 now' },
      { firstName: 'A\r\nBcc: all@mail.example' },
      { firstName: '<img src=x onerror=alert(1)>' },
      { email: 'zoe@mail.example\r\nBcc: x@mail.example' },
      { message: 'https://a.example and https://b.example' },
      { message: '[url=https://a.example]a[/url]' },
    ])
      expect([wrong, (await send(key, { ...fields, ...wrong })).statusCode]).toEqual([wrong, 400])
    let made = 0
    for (const firstName of ["Siobhán O'Neil-Smith Jr.", 'J. R. R.', '美咲'])
      expect([
        firstName,
        (await send(key, { ...fields, firstName, lastName: 'Y', email: `a${++made}@mail.example`, phone: '' }))
          .statusCode,
      ]).toEqual([firstName, 200])
    expect((await enquiriesOf(club.id)).length).toBe(3)
  })

  it('from another website is refused', async () => {
    const { club, key } = await aClub()
    const token = await tokenOf(key)
    later(20)
    expect((await post(key, { token, ...fields }, 'cross-site')).statusCode).toBe(403)
    expect(await stored(club.id)).toEqual(nothing)
  })
})
