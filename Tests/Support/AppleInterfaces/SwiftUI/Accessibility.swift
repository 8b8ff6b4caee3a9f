// https://developer.apple.com/documentation/swiftui/accessibilitytraits
public struct AccessibilityTraits: SetAlgebra, Sendable {
  var names: Set<String> = []
  // https://developer.apple.com/documentation/swift/setalgebra/init()
  public init() {}
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/isheader
  public static let isHeader = AccessibilityTraits(["header"])
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/isselected
  public static let isSelected = AccessibilityTraits(["selected"])
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/isstatictext
  public static let isStaticText = AccessibilityTraits(["text"])
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/isimage
  public static let isImage = AccessibilityTraits(["image"])
  // https://developer.apple.com/documentation/swiftui/accessibilitytraits/updatesfrequently
  public static let updatesFrequently = AccessibilityTraits(["updates"])

  init(_ names: Set<String>) { self.names = names }
}
// https://developer.apple.com/documentation/swift/setalgebra
extension AccessibilityTraits {
  // https://developer.apple.com/documentation/swift/setalgebra/contains
  public func contains(_ member: AccessibilityTraits) -> Bool { member.names.isSubset(of: names) }
  // https://developer.apple.com/documentation/swift/setalgebra/union
  public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { .init(names.union(other.names)) }
  // https://developer.apple.com/documentation/swift/setalgebra/intersection
  public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
    .init(names.intersection(other.names))
  }
  // https://developer.apple.com/documentation/swift/setalgebra/symmetricdifference
  public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
    .init(names.symmetricDifference(other.names))
  }
  // https://developer.apple.com/documentation/swift/setalgebra/insert
  public mutating func insert(
    _ newMember: AccessibilityTraits
  ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
    let isNew = !contains(newMember)
    formUnion(newMember)
    return (isNew, newMember)
  }
  // https://developer.apple.com/documentation/swift/setalgebra/remove
  public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
    let removed = intersection(member)
    names.subtract(member.names)
    return removed.names.isEmpty ? nil : removed
  }
  // https://developer.apple.com/documentation/swift/setalgebra/update
  public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
    insert(newMember).inserted ? nil : newMember
  }
  // https://developer.apple.com/documentation/swift/setalgebra/formunion
  public mutating func formUnion(_ other: AccessibilityTraits) { self = union(other) }
  // https://developer.apple.com/documentation/swift/setalgebra/formintersection
  public mutating func formIntersection(_ other: AccessibilityTraits) { self = intersection(other) }
  // https://developer.apple.com/documentation/swift/setalgebra/formsymmetricdifference
  public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {
    self = symmetricDifference(other)
  }
}

// https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior
public struct AccessibilityChildBehavior: Hashable, Sendable {
  let name: String
  // https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior/combine
  public static let combine = AccessibilityChildBehavior(name: "combine")
  // https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior/contain
  public static let contain = AccessibilityChildBehavior(name: "contain")
  // https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior/ignore
  public static let ignore = AccessibilityChildBehavior(name: "ignore")
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)
  nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View {
    changed(.label(labelKey.text))
  }
  // https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)
  @_disfavoredOverload nonisolated public func accessibilityLabel(_ label: Text) -> some View {
    changed(.label(label.text))
  }
  // https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)
  @_disfavoredOverload nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View
  {
    changed(.label(String(label)))
  }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityhint(_:)
  @_disfavoredOverload nonisolated public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View {
    changed(.hint(String(hint)))
  }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityvalue(_:)
  @_disfavoredOverload nonisolated public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View
  {
    changed(.value(String(value)))
  }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityidentifier(_:)
  nonisolated public func accessibilityIdentifier(_ identifier: String) -> some View {
    changed(.identifier(identifier))
  }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:)
  nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { changed(.hidden(hidden)) }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityaddtraits(_:)
  nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    changed(.traits(traits))
  }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:)
  nonisolated public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
    changed(.children(children))
  }
  // https://developer.apple.com/documentation/swiftui/view/accessibilityscrollaction(_:)
  nonisolated public func accessibilityScrollAction(_ handler: @escaping (Edge) -> Void) -> some View {
    changed(.scroll(handler))
  }
}
