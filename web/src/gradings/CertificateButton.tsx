import { getGradingCertificates } from '@honbu/contract/gradings.ts'
import { IconCertificate } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
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
        save(data)
        if (data.notPrintable.length > 0)
          showToast({
            tone: 'bad',
            message: `The certificate’s fonts lack letters of: ${data.notPrintable.join(', ')}. Boxes stand in their place.`,
          })
      }}
    >
      <IconCertificate size={18} aria-hidden="true" />
      {text}
    </Button>
  )
}

function save({ fileName, contentType, base64 }: { fileName: string; contentType: string; base64: string }) {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Firefox begins to read only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
