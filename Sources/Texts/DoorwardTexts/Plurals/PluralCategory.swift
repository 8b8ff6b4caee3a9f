/// A plural category of Unicode CLDR (UTS #35 part 3 §5). Each language has some of them.
public enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}
