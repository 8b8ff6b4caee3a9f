// https://developer.apple.com/documentation/swiftui/keyequivalent
@available(macOS 11.0, iOS 14.0, *)
public struct KeyEquivalent: Hashable, Sendable {
  // https://developer.apple.com/documentation/swiftui/keyequivalent/character
  public var character: Character
  // https://developer.apple.com/documentation/swiftui/keyequivalent/init(_:)
  public init(_ character: Character) { self.character = character }
  // https://developer.apple.com/documentation/swiftui/keyequivalent/uparrow
  public static let upArrow = KeyEquivalent("\u{F700}")
  // https://developer.apple.com/documentation/swiftui/keyequivalent/downarrow
  public static let downArrow = KeyEquivalent("\u{F701}")
  // https://developer.apple.com/documentation/swiftui/keyequivalent/leftarrow
  public static let leftArrow = KeyEquivalent("\u{F702}")
  // https://developer.apple.com/documentation/swiftui/keyequivalent/rightarrow
  public static let rightArrow = KeyEquivalent("\u{F703}")
}

// https://developer.apple.com/documentation/swiftui/keypress
@available(macOS 14.0, iOS 17.0, *)
public struct KeyPress: Sendable {
  // https://developer.apple.com/documentation/swiftui/keypress/key
  public let key: KeyEquivalent

  // https://developer.apple.com/documentation/swiftui/keypress/result
  public enum Result: Sendable { case handled, ignored }

  // https://developer.apple.com/documentation/swiftui/keypress/phases
  public struct Phases: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/swiftui/keypress/phases/down
    public static let down = Phases(rawValue: 1)
    // https://developer.apple.com/documentation/swiftui/keypress/phases/repeat
    public static let `repeat` = Phases(rawValue: 2)
  }
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/focusable(_:)
  @available(macOS 12.0, iOS 17.0, *)
  nonisolated public func focusable(_ isFocusable: Bool = true) -> some View {
    changed(isFocusable ? .note("focusable") : .look)
  }
  // https://developer.apple.com/documentation/swiftui/view/onkeypress(keys:phases:action:)
  @available(macOS 14.0, iOS 17.0, *)
  nonisolated public func onKeyPress(
    keys: Set<KeyEquivalent>, phases: KeyPress.Phases = [.down, .repeat],
    action: @escaping (KeyPress) -> KeyPress.Result
  ) -> some View {
    changed(.keyPress { keys.contains($0.key) ? action($0) : .ignored })
  }
}
