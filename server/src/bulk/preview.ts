import type { previewBulkEdit as call } from '@honbu/contract/bulk.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { mayDo } from '../platform/access.ts'
import { pounds } from '../platform/money.ts'
import { writeOnTrial } from '../platform/on-trial.ts'
import type { Read } from '../platform/route.ts'
import type { Providers } from '../providers/index.ts'
import { chosenMembers } from './chosen-members.ts'
import { demandSending } from './demand-sending.ts'
import { kindOf } from './kinds.ts'
import { figuresOf, type Outcome, runEdit } from './run-edit.ts'

/** So many people are named. */
const mostNamed = 200

/** Makes the change with nothing sent, and rolls it back. */
export const previewBulkEdit =
  (providers: Providers) =>
  async (read: Read, { clubId, change, ...which }: Input<typeof call>) => {
    const { user } = read
    const { memberIds, elsewhere } = await chosenMembers(read, { clubId, ...which })
    const kind = kindOf(change)
    demandSending(user, { clubId, kind, people: memberIds.length })
    const result = await writeOnTrial(read, write => runEdit({ ...write, providers }, { clubId, change, memberIds }))
    const { outcomes, money } = result
    const changed = outcomes.filter(({ effect }) => effect)
    const leftOut = Map.groupBy(
      outcomes.filter(({ why }) => why),
      ({ why }) => why,
    )
    return {
      members: changed.length,
      some: changed.slice(0, mostNamed).map(each => ({ ...named(each), effect: each.effect })),
      leftOut: [...leftOut]
        .map(([why, some]) => ({ why, members: some.length, some: some.slice(0, mostNamed).map(named) }))
        .toSorted((one, other) => other.members - one.members),
      elsewhere,
      money:
        money && mayDo(user, clubId, 'seeMoney')
          ? { before: pounds(money.before), after: pounds(money.after), now: pounds(money.now) }
          : null,
      isFinal: kind.sends === true,
      figures: figuresOf(result),
    }
  }

const named = ({ memberId, memberName }: Outcome) => ({ memberId, memberName })
