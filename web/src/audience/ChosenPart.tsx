import { type ChosenMembers, getAudienceMembers } from '@honbu/contract/audience.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button } from '../ui/Button.tsx'
import css from './Audience.module.css'
import type { AudienceQuestion } from './audience-question.ts'
import { useChosenWords } from './use-chosen-words.ts'

interface Props {
  question: Omit<AudienceQuestion, 'audience'>
  chosen: ChosenMembers
  onRemove: () => void
}

const shownNames = 5

/** Who was chosen in the directory: how, the first of them by name, and who of them is in none of the clubs. */
export function ChosenPart({ question, chosen, onRemove }: Props) {
  const words = useChosenWords(chosen)
  const found = useRead(getAudienceMembers, {
    ...{ ...question, audience: { include: [], exclude: [], chosen } },
    ...{ page: 1, pageSize: shownNames },
  })
  const total = found.data?.total
  const elsewhere = chosen.members && total !== undefined ? chosen.members.length - total : 0
  return (
    <section className={css.conditions} aria-label="Chosen members">
      <h3 className={css.heading}>Chosen members</h3>
      <p className={css.hint}>{words}</p>
      {found.error && !found.data && <p className={css.wrong}>{found.error.message}</p>}
      {found.data && total !== undefined && total > 0 && (
        <p className={css.chosenNames}>
          {found.data.data.map(({ name }) => name).join(', ')}
          {total > found.data.data.length && ` and ${wholeNumber(total - found.data.data.length)} more`}
        </p>
      )}
      {elsewhere > 0 && (
        <p className={css.wrong}>
          {wholeNumber(elsewhere)} of them {elsewhere === 1 ? 'is' : 'are'} in none of the clubs that the message is
          for.
        </p>
      )}
      <p className={css.chosenActions}>
        {chosen.filter !== undefined && (
          <AppLink to="/member/search" search={chosen.filter ? { filter: chosen.filter } : {}}>
            Look at them in the directory
          </AppLink>
        )}
        <Button variant="quiet" onClick={onRemove}>
          Write to all active members instead
        </Button>
      </p>
    </section>
  )
}
