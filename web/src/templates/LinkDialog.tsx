import { mergeFields } from '@honbu/contract/merge-fields.ts'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import css from './Dialogs.module.css'
import { FieldMenu } from './FieldMenu.tsx'

interface Props {
  editor: Editor
  isButton: boolean
  onClose: () => void
}

const addresses = mergeFields.filter(field => field.isAddress)

/** Where the chosen words lead, or a button with words of its own. */
export function LinkDialog({ editor, isButton, onClose }: Props) {
  const { from, to } = editor.state.selection
  const before = editor.getAttributes('link')
  const isChange = editor.isActive('link')
  const [text, setText] = useState(isButton ? '' : editor.state.doc.textBetween(from, to, ' '))
  const [href, setHref] = useState(String(before.href ?? ''))
  const [error, setError] = useState('')
  const asksText = isButton || (from === to && !isChange)

  function done() {
    const address = withScheme(href.trim())
    if (!/^(https?:\/\/\S+|mailto:\S+|tel:\S+|\{\{.+\}\})$/i.test(address))
      return setError('Give an address that begins with https://, or insert a field.')
    if (asksText && text.trim() === '') return setError('Write the words that are pressed.')
    const chain = editor.chain().focus()
    const marks = [{ type: 'link', attrs: { href: address, isButton } }]
    const words = { type: 'text', text: text.trim(), marks }
    if (isButton) chain.insertContent([{ type: 'paragraph', content: [words] }, { type: 'paragraph' }]).run()
    else if (asksText) chain.insertContent([words, { type: 'text', text: ' ' }]).run()
    else
      chain
        .extendMarkRange('link')
        .setMark('link', { href: address, isButton: before.isButton === true })
        .run()
    onClose()
  }

  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
    onClose()
  }

  return (
    <Dialog
      title={isButton ? 'Insert a button' : 'Link'}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" onClick={done}>
            {isButton ? 'Insert button' : 'Save link'}
          </Button>
          {isChange && !isButton && <Button onClick={remove}>Remove link</Button>}
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <div className={css.fields}>
        {asksText && (
          <label className={css.field}>
            <span>Words</span>
            <input value={text} maxLength={200} onChange={event => setText(event.target.value)} />
          </label>
        )}
        <label className={css.field}>
          <span>Leads to</span>
          <input value={href} maxLength={1000} placeholder="https://" onChange={event => setHref(event.target.value)} />
        </label>
        <FieldMenu
          label="Insert a link of each member"
          fields={addresses}
          onChoose={({ name }) => setHref(`{{ ${name} }}`)}
        />
        {error && (
          <p role="alert" className={css.error}>
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** What people type: a bare host, or a mail address. */
function withScheme(address: string): string {
  if (/^[^\s@/:]+@[^\s@/]+\.\w+$/.test(address)) return `mailto:${address}`
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(address) ? `https://${address}` : address
}
