import { getDrafts } from '@honbu/contract/joining.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { memberCreateAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import type { SearchValues } from '../ui/address.ts'
import { Panel } from '../ui/Panel.tsx'
import { DraftList } from './DraftList.tsx'
import css from './Joining.module.css'

interface Props {
  clubs: readonly { id: number; name: string; code: string }[]
  search: SearchValues
}

/** Of many clubs one is found by a part of its name. */
export function ChooseClub({ clubs, search }: Props) {
  const drafts = useRead(getDrafts, {})
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const shown = clubs.filter(({ name, code }) => `${name} ${code}`.toLowerCase().includes(wanted))
  return (
    <>
      <DraftList drafts={drafts.data ?? []} />
      <Panel title="Clubs" flush>
        {clubs.length > 8 && (
          <input
            type="search"
            className={css.find}
            aria-label="Find a club"
            placeholder="Find a club"
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
        {shown.length === 0 && <p className={css.none}>No club is called that.</p>}
        <ul className={css.rows}>
          {shown.map(({ id, name, code }) => (
            <li key={id}>
              <AppLink to={memberCreateAddress(id)} search={search} className={css.row}>
                <span className={css.rowName}>{name}</span>
                <span className={css.soft}>{code}</span>
                <IconChevronRight size={18} aria-hidden="true" />
              </AppLink>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
