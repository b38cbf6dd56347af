import { IconArrowDown, IconArrowUp, IconPencil, IconPhone, IconShieldCheck, IconUrgent } from '@tabler/icons-react'
import { Fragment } from 'react'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import css from './ContactCard.module.css'
import { PhoneNumber } from './PhoneNumber.tsx'
import { nameOf } from './person-name.ts'
import type { ContactRecord } from './person-values.ts'

interface Props {
  contact: ContactRecord
  isFirst: boolean
  isLast: boolean
  isBusy: boolean
  onMove: (by: 1 | -1) => void
  onEdit: () => void
}

/** A contact on one glance: who, how to reach, and whose contact he is as well. */
export function ContactCard({ contact, isFirst, isLast, isBusy, onMove, onEdit }: Props) {
  const name = nameOf(contact)
  const { address, sharedWith } = contact
  const where = [address.line, address.town, address.postcode].filter(Boolean).join(', ')
  return (
    <li className={css.contact} aria-label={name}>
      <Avatar {...contact} size="medium" />
      <div className={css.words}>
        <p className={css.who}>
          <strong>{name}</strong>
          {contact.relationship && <span className={css.soft}>{contact.relationship}</span>}
          {contact.isGuardian && (
            <Badge tone="accent" icon={<IconShieldCheck size={14} aria-hidden="true" />}>
              Guardian
            </Badge>
          )}
          {contact.isEmergency && (
            <Badge tone="warn" icon={<IconUrgent size={14} aria-hidden="true" />}>
              Emergency
            </Badge>
          )}
          {contact.memberId !== null && <AppLink to={memberAddress(contact.memberId)}>Trains here too</AppLink>}
        </p>
        <Ways contact={contact} />
        {where && <p className={css.soft}>{where}</p>}
        {sharedWith.length > 0 && (
          <p className={css.soft}>
            Also a contact of{' '}
            {sharedWith.map((member, index) => (
              <Fragment key={member.memberId}>
                {index > 0 && ', '}
                <AppLink to={memberAddress(member.memberId)}>{member.name}</AppLink>
              </Fragment>
            ))}
          </p>
        )}
      </div>
      <div className={css.buttons}>
        <IconButton
          label={`Call ${name} earlier`}
          icon={<IconArrowUp size={18} aria-hidden="true" />}
          disabled={isFirst || isBusy}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Call ${name} later`}
          icon={<IconArrowDown size={18} aria-hidden="true" />}
          disabled={isLast || isBusy}
          onClick={() => onMove(1)}
        />
        <IconButton label={`Edit ${name}`} icon={<IconPencil size={18} aria-hidden="true" />} onClick={onEdit} />
      </div>
    </li>
  )
}

function Ways({ contact: { phoneMob, phoneDay, phoneEve, email } }: Pick<Props, 'contact'>) {
  const phones = [
    ['mobile', phoneMob],
    ['by day', phoneDay],
    ['in the evening', phoneEve],
  ] as const
  if (!email && phones.every(([, phone]) => !phone))
    return <p className={css.missing}>Neither a phone number nor an e-mail address is known.</p>
  return (
    <ul className={css.ways}>
      {phones.map(
        ([when, phone]) =>
          phone && (
            <li key={when}>
              <IconPhone size={16} aria-hidden="true" />
              <PhoneNumber written={phone} />
              <span className={css.soft}>{when}</span>
            </li>
          ),
      )}
      {email && (
        <li>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      )}
    </ul>
  )
}
