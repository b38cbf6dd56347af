import type { MemberDetails } from '../member-view/panel-props.ts'

/** What the dialogs about a whole record are given. */
export interface PrivacyDialogProps {
  readonly details: MemberDetails
  readonly onClose: () => void
}
