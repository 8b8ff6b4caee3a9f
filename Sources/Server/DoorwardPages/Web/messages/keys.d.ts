/**
 * The types of keys and blanks. `scripts/page-types` writes `PageTexts` from the English file: the key and the words of
 * each text.
 */

/** The names of the blanks in a text. */
export type Blanks<Text> = Text extends string
  ? Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Blanks<Rest> : never
  : Text extends { other: infer Other } ? Blanks<Other> | "count" : never;

/** The values for a text: nothing for a text without blanks. The number of a text with plural forms is a number. */
export type Values<Text, Value> = [Blanks<Text>] extends [never]
  ? []
  : [{ [Name in Blanks<Text>]: Text extends string ? Value : Name extends "count" ? number : Value }];

/** The names of the texts of a section; for the empty name, the keys of all texts. */
export type KeyOf<Section extends string> = Section extends ""
  ? keyof PageTexts & string
  : keyof PageTexts extends infer Key ? Key extends `${Section}.${infer Name}` ? Name : never : never;

/** The English text of a key. */
export type TextOf<Section extends string, Key extends string> =
  (Section extends "" ? Key : `${Section}.${Key}`) extends infer Full ? Full extends keyof PageTexts ? PageTexts[Full] : never : never;
