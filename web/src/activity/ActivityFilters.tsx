import type { getActivity, getActivityAuthors } from '@honbu/contract/activity.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { IconX } from '@tabler/icons-react'
import { MemberSearch } from '../members/MemberSearch.tsx'
import type { SearchValues } from '../ui/address.ts'
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

/** Whose activity is listed: it stands in the address, so that a link shows the same. */
export function ActivityFilters({ query, clubs, authors, memberName, onChange }: Props) {
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
      <label className={css.day}>
        <span>From</span>
        <input
          type="date"
          value={query.from ?? ''}
          max={query.to}
          onChange={event => onChange({ from: event.target.value || undefined })}
        />
      </label>
      <label className={css.day}>
        <span>To</span>
        <input
          type="date"
          value={query.to ?? ''}
          min={query.from}
          onChange={event => onChange({ to: event.target.value || undefined })}
        />
      </label>
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
