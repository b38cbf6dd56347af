import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { testPayments } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createMandate } from '../../test/factories/collections.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { openProviders } from '../providers/index.ts'
import { answerErrors } from './errors.ts'
import { quietCopy, refuseWebhooks } from './restored-copy.ts'

const { db } = await freshDatabase()

describe('a quiet copy', () => {
  it('lets webhooks wait, and answers all else', async () => {
    const app = Fastify()
    answerErrors(app)
    refuseWebhooks(app, '/honbu')
    for (const path of ['/honbu/webhooks/gocardless', '/honbu/webhooks/twilio/reply'])
      app.post(path, async () => 'taken')
    app.get('/honbu/dashboard', async () => 'shown')
    for (const url of ['/honbu/webhooks/gocardless', '/honbu/webhooks/twilio/reply?a=b']) {
      const answer = await app.inject({ method: 'POST', url })
      expect([answer.statusCode, answer.json().message]).toEqual([503, quietCopy])
    }
    expect((await app.inject('/honbu/dashboard')).body).toBe('shown')
  })

  it('asks no provider for anything', async () => {
    const club = await createClub(db)
    const member = await createMember(db, { clubId: club.id })
    await createMandate(db, { clubId: club.id, memberId: member.id })
    const { addresses, box } = testPayments(db)
    const providers = openProviders({ db, box, addresses, isQuiet: true })
    let isAsked = false
    const at = await providers.goCardlessFor(club.id)
    const asking = at.ask(async () => {
      isAsked = true
    })
    await expect(asking).rejects.toThrow(quietCopy)
    expect(isAsked).toBe(false)
  })
})
