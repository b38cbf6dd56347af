import type { Output } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { getLeads, getMarketing } from '@honbu/contract/marketing.ts'
import { IconBan, IconCalendarPlus, IconMessage, IconNote, IconPhone } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { readKey } from '../app/api.ts'
import { memberTabAddress } from '../member-view/member-tabs.ts'
import { NotInterestedDialog } from '../membership/NotInterestedDialog.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { IconButton, iconButtonClass } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { telOf } from '../ui/tel.ts'
import css from './Marketing.module.css'

const AnswerDialog = lazy(() => import('../enquiries/AnswerDialog.tsx').then(m => ({ default: m.AnswerDialog })))

type Lead = Output<typeof getLeads>['data'][number]

/** They can still be won. */
const open: readonly number[] = [memberStatus.enquiry, memberStatus.prospect, memberStatus.unconverted]
const mayDecline: readonly number[] = [memberStatus.enquiry, memberStatus.prospect]

/** What is done to win somebody: ring, book a trial, answer; or note why not. */
export function LeadActions({ lead }: { lead: Lead }) {
  const [isDeclining, setDeclining] = useState(false)
  const [isAnswering, setAnswering] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()
  const { memberId, name, phone, clubId, clubMemberId, memberStatusId } = lead
  if (!open.includes(memberStatusId)) return null
  const note = () => void navigate({ to: memberTabAddress(memberId, 'notes') as '/', search: { new: '1' } as never })

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
      <IconButton
        label={`Answer ${name}`}
        icon={<IconMessage size={20} aria-hidden="true" />}
        onClick={() => setAnswering(true)}
      />
      <Menu
        label={`More for ${name}`}
        items={[
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
      {isAnswering && (
        <Suspense>
          <AnswerDialog {...{ memberId, clubId, name }} asked="" onClose={() => setAnswering(false)} />
        </Suspense>
      )}
      {isDeclining && (
        <NotInterestedDialog memberId={memberId} membership={{ clubId, clubMemberId }} name={name} onClose={close} />
      )}
    </span>
  )
}
