interface CategoryPlan {
  readonly clubId: number
  readonly name: string
  readonly variants: readonly string[]
  readonly products: readonly ProductPlan[]
}

interface ProductPlan {
  readonly name: string
  readonly code: string
  readonly pence: number
  readonly costPence: number
  /** What it cost before, until so many months ago. */
  readonly before?: { readonly pence: number; readonly monthsAgo: number }
  readonly vat?: number
  readonly keepsStock?: boolean
  readonly allowDiscount?: boolean
  readonly allowPreOrder?: boolean
  readonly lowStockAt?: number
  readonly description?: string
}

const sizes = ['110 cm', '120 cm', '130 cm', '140 cm', '150 cm', '160 cm', '170 cm', '180 cm', '190 cm']
const letters = ['S', 'M', 'L', 'XL']

/** What the clubs of the demo sell: the franchise's range, something of a club's own, and the shop of another organisation. */
export const shopPlans: readonly CategoryPlan[] = [
  {
    clubId: 1,
    name: 'Uniforms',
    variants: sizes,
    products: [
      {
        ...{ name: 'Student gi, white', code: 'SK-GI-01', pence: 2800, costPence: 1420, lowStockAt: 1 },
        before: { pence: 2600, monthsAgo: 8 },
        description: 'Light cotton with a white belt, for beginners.',
      },
      {
        ...{ name: 'Competition gi', code: 'SK-GI-12', pence: 6400, costPence: 3550, allowPreOrder: true },
        description: 'Heavy canvas, ordered in from the supplier in about ten days.',
      },
    ],
  },
  {
    clubId: 1,
    name: 'Protection',
    variants: letters,
    products: [
      { name: 'Sparring mitts', code: 'SK-PR-02', pence: 2250, costPence: 1100, lowStockAt: 2 },
      { name: 'Shin and instep guards', code: 'SK-PR-05', pence: 1950, costPence: 980, lowStockAt: 2 },
      {
        ...{ name: 'Head guard', code: 'SK-PR-09', pence: 3400, costPence: 1900, allowPreOrder: true, lowStockAt: 1 },
        before: { pence: 3200, monthsAgo: 5 },
      },
    ],
  },
  {
    clubId: 1,
    name: 'Books and licences',
    variants: [],
    products: [
      {
        ...{ name: 'Annual licence', code: 'SK-LIC', pence: 3200, costPence: 2400, vat: 1604 },
        ...{ keepsStock: false, allowDiscount: false },
        description: 'Insurance and licence of the association for twelve months.',
      },
      { name: 'Grading record book', code: 'SK-BK-01', pence: 750, costPence: 290, vat: 1603, lowStockAt: 5 },
    ],
  },
  {
    clubId: 2,
    name: 'Club wear',
    variants: letters,
    products: [{ name: 'Harrogate hoodie', code: 'HGT-HD', pence: 3500, costPence: 1875, lowStockAt: 2 }],
  },
  {
    clubId: 2,
    name: 'Refreshments',
    variants: [],
    products: [{ name: 'Water bottle', code: 'HGT-WB', pence: 900, costPence: 350, lowStockAt: 6 }],
  },
  {
    clubId: 8,
    name: 'Kit',
    variants: letters,
    products: [{ name: 'Judo suit', code: 'JD-1', pence: 4200, costPence: 2300, lowStockAt: 1 }],
  },
]
