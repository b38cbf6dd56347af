import { recipes } from '@honbu/contract/automation-recipes.ts'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { as } = await testApp(database)

it.each(recipes)('$key can be made as it is, and is switched off', async ({ fields }) => {
  const club = await createClub(database.db)
  const admin = as((await createAccount(database.db, { clubId: club.id, isAdmin: true })).sub)
  const saved = await admin.post('/api/messaging/SaveAutomation/0', { ...fields, clubId: club.id })
  expect(saved).toMatchObject({ status: 200 })
  const { body } = await admin.get(`/api/messaging/GetAutomation/${saved.body.automationId}`)
  expect(body).toMatchObject({ ...fields, isOn: false })
})
