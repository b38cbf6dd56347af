import { describe, expect, it } from 'vitest'
import { role } from './ids.ts'
import { mayWords } from './may-words.ts'
import { givenRoles, rightsTogether, roleDefaults } from './rights.ts'

const words = (...roleIds: number[]) => {
  const { rights, creditLimit } = rightsTogether(roleIds.map(id => roleDefaults[id] ?? { rights: [], creditLimit: 0 }))
  return mayWords('They', { isAdmin: false, rights, creditLimit: creditLimit === null ? null : creditLimit / 100 })
}

describe('mayWords', () => {
  it('says what each role may do, and not', () => {
    expect(words(role.instructor)).toBe(
      'They can see members, take registers and see health notes. They can’t handle money.',
    )
    expect(words(role.treasurer)).toMatch(/They can’t see health notes\.$/)
    expect(words(role.reception)).toContain('take payments, give credit and refunds up to £50.00,')
    expect(words(role.headCoach)).not.toContain('can’t')
    expect(words()).toMatch(/They can’t see health notes or handle money\.$/)
    expect(new Set(givenRoles.map(id => words(id))).size).toBe(4)
  })

  it('says of an admin that they may do everything, whatever their roles', () => {
    expect(mayWords('You', { isAdmin: true, rights: [], creditLimit: 0 })).toMatch(/^You can do everything/)
  })
})
