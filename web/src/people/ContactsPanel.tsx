import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { ConsentPanel } from './ConsentPanel.tsx'
import { ContactList } from './ContactList.tsx'
import css from './ContactsPanel.module.css'
import { nameOf } from './person-name.ts'

/** Whom to call, and who has agreed to what: the tab of the member view. */
export const ContactsPanel = ({ memberId, details }: MemberPanelProps) => (
  <div className={css.panels}>
    <ContactList memberId={memberId} memberName={nameOf(details)} />
    <ConsentPanel memberId={memberId} />
  </div>
)
