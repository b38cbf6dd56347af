import { getGradingCertificates } from '@honbu/contract/gradings.ts'
import { IconCertificate } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { download } from '../ui/download.ts'
import { showToast } from '../ui/toasts.ts'

interface Props {
  classId: number
  classDate: string
  /** Left out: of everyone who has passed. */
  memberId?: number
  text: string
}

/** Hands over the certificates as one PDF, a page each. */
export function CertificateButton({ classId, classDate, memberId, text }: Props) {
  const query = { classId, classDate, ...(memberId !== undefined && { memberId }) }
  // Asked for by the button alone, anew each time: names and logo may have been put right since.
  const pdf = useRead(getGradingCertificates, query, { enabled: false, gcTime: 0, retry: false })
  return (
    <Button
      isBusy={pdf.isFetching}
      onClick={async () => {
        const { data, error } = await pdf.refetch()
        if (error || !data) {
          showToast({ tone: 'bad', message: error?.message ?? 'There is no certificate.' })
          return
        }
        download(data)
        if (data.notPrintable.length > 0)
          showToast({
            tone: 'bad',
            message: `We can’t print every character of ${data.notPrintable.join(', ')}. Each is shown as a question mark.`,
          })
      }}
    >
      <IconCertificate size={18} aria-hidden="true" />
      {text}
    </Button>
  )
}
