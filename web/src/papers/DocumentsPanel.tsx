import { getMemberDocuments } from '@honbu/contract/papers.ts'
import { useRead } from '../app/api.ts'
import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Together } from '../ui/Together.tsx'
import { CertificateList } from './CertificateList.tsx'
import css from './DocumentsPanel.module.css'
import { MemberDocumentList } from './MemberDocumentList.tsx'

/** What a member has signed, and the licences that expire: the tab of the member view. */
export function DocumentsPanel({ memberId, details }: MemberPanelProps) {
  const documents = useRead(getMemberDocuments, { id: memberId })
  return (
    <div className={css.panels}>
      <Together isReady={!documents.isLoading} meanwhile={<SkeletonRows count={4} height="3rem" />}>
        <MemberDocumentList memberId={memberId} details={details} />
        <CertificateList memberId={memberId} details={details} />
      </Together>
    </div>
  )
}
