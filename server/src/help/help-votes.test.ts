import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)
const article = 'marketing-help/more-enquiries'

async function someone() {
  const { sub } = await createAccount(db, { clubId: (await createClub(db)).id })
  return {
    vote: async () => (await as(sub).get(`/api/help/GetHelpVote?article=${article}`)).body,
    save: async (isHelpful: unknown, of = article) =>
      await as(sub).post('/api/help/SaveHelpVote', { article: of, isHelpful }),
  }
}

describe('votes about an article', () => {
  it('are one a person, can be changed and taken back, and are nobody else’s', async () => {
    const [one, other] = [await someone(), await someone()]
    expect(await one.vote()).toEqual({ isHelpful: null })
    expect(await one.save(true)).toMatchObject({ status: 200, body: { isSuccess: true, isHelpful: true } })
    await one.save(false)
    await other.save(true)
    expect(await one.vote()).toEqual({ isHelpful: false })
    expect(await other.vote()).toEqual({ isHelpful: true })
    const rows = await db.selectFrom('help_vote').select('is_helpful').where('article', '=', article).execute()
    expect(rows).toHaveLength(2)
    await one.save(null)
    await one.save(null)
    expect(await one.vote()).toEqual({ isHelpful: null })
  })

  it('are the same when one answer comes twice at once', async () => {
    const one = await someone()
    const answers = await Promise.all([one.save(true), one.save(true), one.save(true)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await one.vote()).toEqual({ isHelpful: true })
  })

  it.each(['', 'more-enquiries', 'Help/More', 'help/../secret', `help/${'a'.repeat(200)}`])(
    'refuse %j, which is no article',
    async of => {
      expect((await (await someone()).save(true, of)).status).toBe(400)
    },
  )
})
