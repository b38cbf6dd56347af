import type { Output } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { getLeads, getMarketing } from '@honbu/contract/marketing.ts'
import { IconBan, IconCalendarPlus, IconNote, IconPhone, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readKey } from '../app/api.ts'
import { memberTabAddress } from '../member-view/member-tabs.ts'
import { NotInterestedDialog } from '../membership/NotInterestedDialog.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { iconButtonClass } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { telOf } from '../ui/tel.ts'
import css from './Marketing.module.css'

type Lead = Output<typeof getLeads>['data'][number]

/** They can still be won. */
const open: readonly number[] = [memberStatus.enquiry, memberStatus.prospect, memberStatus.unconverted]
const mayDecline: readonly number[] = [memberStatus.enquiry, memberStatus.prospect]

/** What is done to win somebody: ring, book a trial, write; or note why not. */
export function LeadActions({ lead }: { lead: Lead }) {
  const [isDeclining, setDeclining] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const { memberId, name, phone, clubId, clubMemberId, memberStatusId } = lead
  if (!open.includes(memberStatusId)) return null
  const note = () => void navigate({ to: memberTabAddress(memberId, 'notes') as '/', search: { new: '1' } as never })

  const write = () => void navigate({ to: '/create-message' as '/', search: { member: String(memberId) } as never })

  function close() {
    setDeclining(false)
    for (const call of [getLeads, getMarketing]) void client.invalidateQueries({ queryKey: readKey(call) })
  }

  return (
    <span className={css.actions}>
      {phone && (
        <a href={telOf(phone)} className={iconButtonClass()} aria-label={`Call ${name}`} title={`Call ${phone}`}>
          <IconPhone size={20} aria-hidden="true" />
        </a>
      )}
      <AppLink
        to={memberTabAddress(memberId, 'bookings')}
        className={iconButtonClass()}
        aria-label={`Book a class for ${name}`}
        title="Book a class"
      >
        <IconCalendarPlus size={20} aria-hidden="true" />
      </AppLink>
      <Menu
        label={`More for ${name}`}
        items={[
          { text: 'Send a message', icon: <IconSend size={18} aria-hidden="true" />, onSelect: write },
          { text: 'Write a note', icon: <IconNote size={18} aria-hidden="true" />, onSelect: note },
          ...(mayDecline.includes(memberStatusId)
            ? [
                {
                  text: 'Not interested',
                  icon: <IconBan size={18} aria-hidden="true" />,
                  onSelect: () => setDeclining(true),
                },
              ]
            : []),
        ]}
      />
      {isDeclining && (
        <NotInterestedDialog memberId={memberId} membership={{ clubId, clubMemberId }} name={name} onClose={close} />
      )}
    </span>
  )
}
