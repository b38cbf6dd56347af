import { type Condition, getAudienceChoices, withStatuses } from '@honbu/contract/audience.ts'
import { messageParameter } from '@honbu/contract/ids.ts'
import { useRead } from '../app/api.ts'
import { useChosenWords } from '../audience/use-chosen-words.ts'
import { Panel } from '../ui/Panel.tsx'
import css from './Messages.module.css'
import type { WholeMessage } from './message.ts'

const titles: Readonly<Record<number, string>> = {
  [messageParameter.club]: 'Club',
  [messageParameter.memberStatus]: 'Status',
  [messageParameter.category]: 'Category',
  [messageParameter.class]: 'Class',
  [messageParameter.tags]: 'Tag',
  [messageParameter.refs]: 'Source',
  [messageParameter.disciplines]: 'Discipline',
  [messageParameter.gradeFrom]: 'Grade from',
  [messageParameter.gradeTo]: 'Grade to',
  [messageParameter.candidate]: 'Grading candidate',
  [messageParameter.role]: 'Role',
  [messageParameter.user]: 'User',
}

/** Whom a message was for, in words. */
export function AudienceText({ message }: { message: WholeMessage }) {
  const { clubId, onePerAddress, status } = message
  // Messages sent before statuses were stored went to everyone.
  const audience = status === 'scheduled' ? withStatuses(message.audience) : message.audience
  const choices = useRead(getAudienceChoices, { id: clubId })
  const chosen = useChosenWords(audience.chosen)
  const words = ({ parameterId, values }: Condition) => {
    const known = choices.data?.find(each => each.parameterId === parameterId)?.values ?? []
    const names = values.map(value => known.find(({ id }) => id === value)?.name ?? 'one that is gone')
    return `${titles[parameterId] ?? 'Parameter'}: ${names.join(' or ')}`
  }
  return (
    <Panel title="Who it was for">
      <ul className={css.list}>
        {chosen && <li>{chosen}</li>}
        {!chosen && audience.include.length === 0 && <li>All members</li>}
        {audience.include.map(each => (
          <li key={`in-${each.parameterId}-${each.values.join()}`}>{words(each)}</li>
        ))}
        {audience.exclude.map(each => (
          <li key={`out-${each.parameterId}-${each.values.join()}`}>Left out: {words(each)}</li>
        ))}
        {onePerAddress && <li>One message for each address</li>}
      </ul>
    </Panel>
  )
}
