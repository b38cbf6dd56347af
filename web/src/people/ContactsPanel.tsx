import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { ConsentPanel } from './ConsentPanel.tsx'
import { ContactList } from './ContactList.tsx'
import css from './ContactsPanel.module.css'
import { nameOf } from './person-name.ts'
import { StoppedAddresses } from './StoppedAddresses.tsx'

/** Whom to call, and who has agreed to what: the tab of the member view. */
export const ContactsPanel = ({ memberId, details }: MemberPanelProps) => (
  <div className={css.panels}>
    <ContactList memberId={memberId} memberName={nameOf(details)} />
    <StoppedAddresses memberId={memberId} isAdmin={details.memberships.some(({ isAdmin }) => isAdmin)} />
    <ConsentPanel memberId={memberId} />
  </div>
)
