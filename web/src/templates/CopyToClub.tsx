import type { Output } from '@honbu/contract/endpoint.ts'
import { copyTemplate, type getTemplate } from '@honbu/contract/templates.ts'
import { IconCopy } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../app/api.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { showToast } from '../ui/toasts.ts'
import { editTemplateAddress } from './template-address.ts'

/** Makes an inherited template a club's own; asks for which, where the user is an admin of several. */
export function CopyToClub({ template }: { template: Output<typeof getTemplate> }) {
  const copy = useWrite(copyTemplate)
  const navigate = useNavigate()
  const ours = template.usedIn.filter(club => club.isAdmin)
  const [first, ...others] = ours
  if (!first) return null
  async function copyTo(clubId: number) {
    const result = await copy.mutateAsync({ id: template.id, clubId })
    if (result.isSuccess === false) return void showToast({ message: result.message, tone: 'bad' })
    void navigate({ to: editTemplateAddress(clubId, result.id) as '/' })
  }
  if (others.length === 0)
    return (
      <Button isBusy={copy.isPending} onClick={() => void copyTo(first.id)}>
        <IconCopy size={18} aria-hidden="true" />
        Copy to my club
      </Button>
    )
  return (
    <Menu
      label="Copy to a club"
      className={buttonClass('secondary')}
      items={ours.map(club => ({ text: club.name, onSelect: () => void copyTo(club.id) }))}
    >
      <IconCopy size={18} aria-hidden="true" />
      Copy to…
    </Menu>
  )
}
