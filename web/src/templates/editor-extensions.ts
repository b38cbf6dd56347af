import { Mark, mergeAttributes, Node } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { Image } from '@tiptap/extension-image'
import { Italic } from '@tiptap/extension-italic'
import { BulletList } from '@tiptap/extension-list/bullet-list'
import { ListItem } from '@tiptap/extension-list/item'
import { ListKeymap } from '@tiptap/extension-list/keymap'
import { OrderedList } from '@tiptap/extension-list/ordered-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { TableCell } from '@tiptap/extension-table/cell'
import { TableHeader } from '@tiptap/extension-table/header'
import { TableRow } from '@tiptap/extension-table/row'
import { Table } from '@tiptap/extension-table/table'
import { Text } from '@tiptap/extension-text'
import { Gapcursor } from '@tiptap/extensions/gap-cursor'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
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

/**
 * A link; with `isButton` it looks like one. Written here, because the library's own brings 15 KB that find addresses in
 * what is typed. Where it may lead, the server says; what would run is not taken at all.
 */
const LinkOrButton = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({
    href: { default: '' },
    isButton: {
      default: false,
      parseHTML: (element: HTMLElement) => element.hasAttribute('data-button'),
      renderHTML: ({ isButton }: { isButton?: boolean }) => (isButton ? { 'data-button': '' } : {}),
    },
  }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: element => /^(https?:\/\/|mailto:|tel:|\{\{)/i.test(element.getAttribute('href') ?? '') && null,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
})

/** Only pictures that were uploaded: what is pasted from elsewhere is not shown to members. */
const UploadedImage = Image.extend({
  parseHTML: () => [{ tag: 'img[src^="files/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
}).configure({ inline: false, allowBase64: false })

/**
 * One by one, each from its own file, rather than as the starter kit or from the packages' doors, of which much would be
 * loaded for nothing.
 */
export const editorExtensions = [
  Document,
  Paragraph,
  Text,
  Bold,
  Italic,
  Heading.configure({ levels: [1, 2, 3] }),
  Blockquote,
  HardBreak,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  UndoRedo,
  Gapcursor,
  LinkOrButton,
  UploadedImage,
  Table.configure({ resizable: false }),
  TableRow,
  TableCell,
  TableHeader,
  MergeFieldChip,
]
