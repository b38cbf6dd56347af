import type { getActivity, getActivityAuthors } from '@honbu/contract/activity.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { MemberSearch } from '../members/MemberSearch.tsx'
import type { SearchValues } from '../ui/address.ts'
import { DateField } from '../ui/form/DateField.tsx'
import { Select } from '../ui/Select.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './Activity.module.css'

interface Props {
  query: Input<typeof getActivity>
  clubs: readonly { id: number; name: string }[]
  authors: Output<typeof getActivityAuthors>['authors']
  /** Of the member that the list is limited to, as far as an entry tells it. */
  memberName: string
  onChange: (values: SearchValues) => void
}

interface Days {
  from: string | null
  to: string | null
}

/** Whose activity is listed: it stands in the address, so that a link shows the same. */
export function ActivityFilters({ query, clubs, authors, memberName, onChange }: Props) {
  const days = useForm<Days>({ values: { from: query.from ?? null, to: query.to ?? null } })
  useEffect(() => {
    const watched = days.watch(({ from, to }) => {
      if ((from ?? undefined) !== query.from || (to ?? undefined) !== query.to)
        onChange({ from: from ?? undefined, to: to ?? undefined })
    })
    return () => watched.unsubscribe()
  }, [days, query.from, query.to, onChange])
  return (
    <search className={css.filters} aria-label="Activity">
      {clubs.length > 1 && (
        <Select
          label="Club"
          options={[
            { value: '', text: 'All clubs' },
            ...clubs.map(({ id, name }) => ({ value: String(id), text: name })),
          ]}
          value={String(query.clubId ?? '')}
          onChoose={club => onChange({ club: club || undefined })}
        />
      )}
      <Select
        label="By"
        options={[
          { value: '', text: 'Everybody' },
          ...authors.map(({ accountId, name }) => ({ value: String(accountId), text: name })),
        ]}
        value={String(query.accountId ?? '')}
        onChoose={by => onChange({ by: by || undefined })}
      />
      <div className={css.day}>
        <DateField control={days.control} name="from" label="From" />
      </div>
      <div className={css.day}>
        <DateField control={days.control} name="to" label="To" />
      </div>
      {query.memberId ? (
        <span className={css.member}>
          {memberName || 'One member'}
          <button type="button" className={css.remove} onClick={() => onChange({ member: undefined })}>
            <IconX size={16} aria-hidden="true" />
            <VisuallyHidden>Activity about all members</VisuallyHidden>
          </button>
        </span>
      ) : (
        <div className={css.search}>
          <MemberSearch clubId={query.clubId} onSelect={({ id }) => onChange({ member: String(id) })} />
        </div>
      )}
    </search>
  )
}
