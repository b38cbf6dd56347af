import { taskKinds } from '@honbu/contract/tasks.ts'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { MemberSearch } from '../members/MemberSearch.tsx'
import type { SearchValues } from '../ui/address.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Select } from '../ui/Select.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './TaskList.module.css'
import type { TaskChoices } from './task.ts'
import { tasksAddress } from './task-address.ts'
import { dueChoices, type TaskQuery } from './task-query.ts'

interface Props {
  id: number
  query: TaskQuery
  choices: TaskChoices | undefined
  /** Of the member that the list is limited to, as far as a row tells it. */
  memberName: string
  onChange: (values: SearchValues) => void
}

const kinds = [
  { value: '', text: 'All types' },
  ...Object.entries(taskKinds).map(([value, text]) => ({ value, text: text as string })),
]

/** Which tasks are listed: it stands in the address, so that a link shows the same. */
export function TaskFilters({ id, query, choices, memberName, onChange }: Props) {
  const navigate = useNavigate()
  const { clubs = [], people = [] } = choices ?? {}
  const listed = id === 0 ? (query.clubId ? `club ${query.clubId}` : 'mine') : `all ${id}`
  return (
    <search className={css.filters} aria-label="Tasks">
      {clubs.length > 0 && (
        <Select
          label="List"
          options={[
            { value: 'mine', text: 'Mine' },
            ...(id === 0 && clubs.length > 1
              ? clubs.map(({ clubId, clubName }) => ({ value: `club ${clubId}`, text: `Mine in ${clubName}` }))
              : []),
            ...clubs.map(({ clubId, clubName }) => ({ value: `all ${clubId}`, text: `All of ${clubName}` })),
          ]}
          value={listed}
          onChoose={value => {
            const [what, club = '0'] = value.split(' ')
            if (id === 0 && what !== 'all') onChange({ club: what === 'club' ? club : undefined })
            else void navigate({ to: tasksAddress(what === 'all' ? Number(club) : 0) as '/' })
          }}
        />
      )}
      <Select
        label="Type"
        options={kinds}
        value={query.kind}
        onChoose={type => onChange({ type: type || undefined })}
      />
      <Select
        label="Due"
        options={dueChoices}
        value={query.due}
        onChoose={due => onChange({ due: due || undefined })}
      />
      <Select
        label="For"
        options={[
          { value: '', text: id === 0 ? 'Me or anybody' : 'Everybody’s' },
          { value: 'nobody', text: 'Nobody in particular' },
          ...(id === 0
            ? [{ value: String(choices?.accountId ?? ''), text: 'Me' }].filter(({ value }) => value !== '')
            : people.map(({ accountId, fullName }) => ({ value: String(accountId), text: fullName }))),
        ]}
        value={query.forWhom}
        onChoose={account => onChange({ for: account || undefined })}
      />
      <Segmented
        label="Show"
        options={[
          { value: 'open', text: 'Open' },
          { value: 'done', text: 'Done' },
        ]}
        value={query.isDone ? 'done' : 'open'}
        onChoose={value => onChange({ done: value === 'done' ? '1' : undefined })}
      />
      {query.memberId ? (
        <span className={css.member}>
          {memberName || 'One member'}
          <button type="button" className={css.remove} onClick={() => onChange({ member: undefined })}>
            <IconX size={16} aria-hidden="true" />
            <VisuallyHidden>Tasks of all members</VisuallyHidden>
          </button>
        </span>
      ) : (
        <div className={css.search}>
          <MemberSearch
            clubId={id || undefined}
            onSelect={({ id: memberId }) => onChange({ member: String(memberId) })}
          />
        </div>
      )}
    </search>
  )
}
