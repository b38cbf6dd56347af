import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { CertificateList } from './CertificateList.tsx'
import css from './DocumentsPanel.module.css'
import { MemberDocumentList } from './MemberDocumentList.tsx'

/** What a member has signed, and the licences that expire: the tab of the member view. */
export const DocumentsPanel = ({ memberId, details }: MemberPanelProps) => (
  <div className={css.panels}>
    <MemberDocumentList memberId={memberId} details={details} />
    <CertificateList memberId={memberId} details={details} />
  </div>
)
