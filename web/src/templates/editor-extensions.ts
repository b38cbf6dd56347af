import { mergeAttributes, Node } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import Link from '@tiptap/extension-link'
import { TableKit } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { fieldTitle, readField, writeField } from './chips.ts'

/** A merge field: one piece that is put in, moved and deleted as a whole, and read out by its title. */
const MergeFieldChip = Node.create({
  name: 'mergeField',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({ name: { default: '' }, fallback: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'span[data-field]',
      getAttrs: element => readField(element.textContent) ?? false,
    },
  ],
  renderHTML: ({ node }) => {
    const { name, fallback } = attributesOf(node.attrs)
    return ['span', { 'data-field': name }, writeField({ name, fallback })]
  },
  renderText: ({ node }) => writeField(attributesOf(node.attrs)),
  addNodeView: () => {
    return ({ node }) => {
      const { name, fallback } = attributesOf(node.attrs)
      const chip = document.createElement('span')
      chip.dataset.field = name
      chip.contentEditable = 'false'
      chip.textContent = fieldTitle(name)
      chip.title = fallback ? `${writeField({ name, fallback })}` : `{{ ${name} }}`
      if (fallback) chip.dataset.fallback = ''
      return { dom: chip }
    }
  },
})

const attributesOf = (attributes: Readonly<Record<string, unknown>>) => ({
  name: String(attributes.name ?? ''),
  fallback: String(attributes.fallback ?? ''),
})

/** A link; with `isButton` it looks like one. Where it may lead, the server says; what runs here is never taken. */
const LinkOrButton = Link.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      isButton: {
        default: false,
        parseHTML: (element: HTMLElement) => element.hasAttribute('data-button'),
        renderHTML: ({ isButton }: { isButton?: boolean }) => (isButton ? { 'data-button': '' } : {}),
      },
    }
  },
}).configure({
  openOnClick: false,
  autolink: false,
  linkOnPaste: true,
  HTMLAttributes: { target: null, rel: null, class: null },
  isAllowedUri: address => /^(https?:\/\/|mailto:|tel:|\{\{)/i.test(address),
})

/** Only pictures that were uploaded: what is pasted from elsewhere is not shown to members. */
const UploadedImage = Image.extend({
  parseHTML: () => [{ tag: 'img[src^="files/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
}).configure({ inline: false, allowBase64: false })

export const editorExtensions = [
  StarterKit.configure({ link: false, code: false, codeBlock: false, heading: { levels: [1, 2, 3] } }),
  LinkOrButton,
  UploadedImage,
  TableKit.configure({ table: { resizable: false } }),
  MergeFieldChip,
]
