import { mediumDate } from '@honbu/contract/format.ts'
import { IconUsers } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { inWords, nameOf } from '../people/person-name.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import css from './Joining.module.css'
import type { FoundDuplicate } from './use-duplicates.ts'
import type { NamedMember } from './wizard.ts'

interface Props {
  panel: RefObject<HTMLDivElement | null>
  found: readonly FoundDuplicate[]
  notThese: readonly number[]
  linked: readonly NamedMember[]
  /** None of the likely ones. */
  isNew: () => void
  link: (linked: NamedMember[]) => void
}

/** Who is likely to be the same person stands out until somebody has decided; a hint only offers the family. */
export function Duplicates({ panel, found, notThese, linked, isNew, link }: Props) {
  const likely = found.filter(({ isLikely, memberId }) => isLikely && !notThese.includes(memberId))
  const hints = found.filter(({ isLikely }) => !isLikely)
  return (
    <div ref={panel} className={css.duplicates} aria-live="polite">
      {likely.length > 0 && (
        <section className={css.likely} aria-labelledby="likely-duplicates">
          <h3 id="likely-duplicates" tabIndex={-1} className={css.boxTitle}>
            {likely.length === 1 ? 'Is it this member?' : 'Is it one of these members?'}
          </h3>
          <ul className={css.people}>
            {likely.map(member => (
              <Found key={member.memberId} member={member} />
            ))}
          </ul>
          <Button onClick={isNew}>No, someone new</Button>
        </section>
      )}
      {hints.length > 0 && (
        <section className={css.hints} aria-labelledby="shared-hints">
          <h3 id="shared-hints" className={css.boxTitle}>
            <IconUsers size={18} aria-hidden="true" /> The same family, perhaps
          </h3>
          <ul className={css.people}>
            {hints.map(member => (
              <Found key={member.memberId} member={member}>
                {member.isOurs && (
                  <label className={css.check}>
                    <input
                      type="checkbox"
                      checked={linked.some(({ memberId }) => memberId === member.memberId)}
                      onChange={({ target }) => {
                        const others = linked.filter(({ memberId }) => memberId !== member.memberId)
                        const one = { memberId: member.memberId, name: nameOf(member) }
                        link(target.checked ? [...others, one] : others)
                      }}
                    />
                    Brother or sister
                  </label>
                )}
              </Found>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Found({ member, children }: { member: FoundDuplicate; children?: React.ReactNode }) {
  const { memberId, code, dob, clubName, memberStatusId, isOurs, sameBy } = member
  const name = nameOf(member)
  return (
    <li className={css.person}>
      <Avatar {...member} />
      <span className={css.personWords}>
        <span className={css.personName}>
          {name} [{code}] <MemberStatus id={memberStatusId} />
        </span>
        <span className={css.soft}>
          {clubName}
          {dob && `, born ${mediumDate(dob)}`}: the same {inWords(sameBy.map(way => ways[way]))}
          {!isOurs && '. Ask there: it is not one of your clubs.'}
        </span>
      </span>
      {children}
      {isOurs && (
        <AppLink to={memberAddress(memberId)} className={buttonClass('secondary')} aria-label={`Open ${name}`}>
          Open
        </AppLink>
      )}
    </li>
  )
}

const ways = { nameAndDob: 'name and date of birth', email: 'e-mail', phone: 'phone' } as const
