import { extend, type PublicationApplication } from 'orbweaver/applications';

/** Prices of stories, in a table of their own, and stories whose texts the rules of the source give. */
export const applications: readonly PublicationApplication[] = [
  {
    name: 'prices',
    columns: { story: 'integer', price: 'real', currency: 'text', story_at: 'instant' },
    extract: page =>
      page.xpath("//span[@class='price']").map(text => ({
        story: Number(/(\d+)\.html$/.exec(page.address)?.[1]),
        price: Number(text),
        currency: 'EUR',
        story_at: page.publication?.published,
      })),
    accepted: async (records, store) => {
      const before = Number((await store.get('sum')) ?? 0);
      const sum = records.reduce((total, { values }) => total + Number(values['price']), before);
      store.set('sum', String(sum));
    },
  },
  extend('grabber', {
    name: 'stories',
    publication: ({ title, fields }) => ({ title: `${title} for ${fields['price']}`, section: 'Stories' }),
  }),
];
