import { ageOn } from '@honbu/contract/calendar.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { shortDate } from '@honbu/contract/format.ts'
import type { getLinkedMembers } from '@honbu/contract/member-links.ts'
import { IconPencil } from '@tabler/icons-react'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import css from './LinkedPanel.module.css'
import { nameOf } from './person-name.ts'

interface Props {
  link: Output<typeof getLinkedMembers>[number]
  today: string
  onEdit: () => void
}

export function LinkedRow({ link, today, onEdit }: Props) {
  const name = nameOf(link)
  return (
    <li className={css.row} aria-label={name}>
      <Avatar {...link} size="medium" />
      <div className={css.words}>
        <p className={css.line}>
          {link.isOurs ? <AppLink to={memberAddress(link.memberId)}>{name}</AppLink> : <strong>{name}</strong>}
          <span className={css.relationship}>{link.relationship}</span>
          <MemberStatus id={link.memberStatusId} />
        </p>
        <p className={`${css.line} ${css.soft}`}>
          <span>Code {link.code}</span>
          {link.dob && <span>Age {ageOn(link.dob, today)}</span>}
          <span>{link.clubName}</span>
          <span>Linked since {shortDate(link.linkedSince)}</span>
        </p>
      </div>
      {link.isOurs && (
        <IconButton
          label={`Edit the link with ${name}`}
          icon={<IconPencil size={18} aria-hidden="true" />}
          onClick={onEdit}
        />
      )}
    </li>
  )
}
