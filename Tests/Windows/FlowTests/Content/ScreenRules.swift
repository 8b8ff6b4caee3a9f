import Foundation
import Testing

@testable import DoorwardFlow

/// The rules that the content of every view keeps.
struct ScreenRules {
  private(set) var broken: [String] = []

  /// - Parameters:
  ///   - content: The content.
  ///   - allows: Whether the machine allows the act of a button.
  init(_ content: ScreenContent, allows: (ScreenAction, FieldTexts) -> Bool?) {
    let elements = content.allElements
    let ids = elements.compactMap(\.id) + content.buttons.map(\.id) + [content.problem?.id].compactMap(\.self)
    let unique = Set(ids)
    // A button is an element and a button.
    let twice = elements.filter { if case .button = $0 { true } else { false } }.count
    expect(ids.count - twice == unique.count, "an id occurs twice: \(Self.repeated(ids))")
    expect(ids.allSatisfy { $0.hasPrefix("doorward.") }, "an id has no prefix")
    expect(
      ids.allSatisfy { $0.utf8.allSatisfy(Self.idCharacters.contains) },
      "an id has other characters")
    expect(!content.title.isEmpty, "no title")
    expect(content.fields.count == Set(content.fields.map(\.name)).count, "two fields of one name")
    expect(content.buttons.count { $0.role == .primary } <= 1, "two primary buttons")
    if let focus = content.firstFocus {
      expect(content.fields.contains { $0.name == focus }, "the focus is on no field")
    }
    if let field = content.problem?.field {
      expect(content.fields.contains { $0.name == field }, "the problem is of no field")
    }
    for text in content.texts {
      expect(!text.isEmpty, "an empty text")
      expect(!text.looksLikeAKey, "a key is shown: \(text)")
      expect(!text.utf8.contains(UInt8(ascii: "{")), "a blank is not filled: \(text)")
      expect(
        text.first?.isWhitespace == false && text.last?.isWhitespace == false, "spaces around: \(text)")
    }
    for button in content.buttons { check(button, in: content, allows) }
  }

  private mutating func check(
    _ button: ScreenContent.Button, in content: ScreenContent, _ allows: (ScreenAction, FieldTexts) -> Bool?
  ) {
    var complete = FieldTexts()
    for field in content.fields { complete[field.name] = field.sample }
    for texts in [FieldTexts(), content.initialTexts, complete] {
      guard let isAllowed = allows(button.action, texts) else { continue }
      expect(
        isAllowed == content.isEnabled(button, with: texts),
        "\(button.id) is \(isAllowed ? "disabled, but allowed" : "enabled, but not allowed")")
    }
    expect(!button.isBusy || content.isBusy, "\(button.id) is busy in an idle view")
    expect(
      button.required.allSatisfy { name in content.fields.contains { $0.name == name } },
      "\(button.id) needs a field that is not there")
  }

  private mutating func expect(_ isTrue: Bool, _ rule: @autoclosure () -> String) {
    if !isTrue { broken.append(rule()) }
  }

  private static let idCharacters = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_".utf8)

  private static func repeated(_ ids: [String]) -> [String] {
    Dictionary(grouping: ids, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
  }
}

extension ScreenContent {
  /// Every text that a user reads or hears.
  var texts: [String] {
    var texts = [title]
    texts += [lead, notice, problem?.text].compactMap(\.self)
    for button in buttons {
      texts += [button.label]
      texts += [button.accessibilityLabel, button.hint, button.badge].compactMap(\.self)
    }
    for element in allElements {
      switch element {
      case .field(let field):
        texts.append(field.label)
        texts += [field.hint, field.tooLong].compactMap(\.self)
      case .text(let text): texts.append(text.text)
      case .divider(let word): texts += [word].compactMap(\.self)
      case .progress(let progress): texts.append(progress.label)
      case .qrCode(let code): texts.append(code.label)
      case .secret(let secret): texts += [secret.label] + [secret.hint].compactMap(\.self)
      case .codes(let codes): texts.append(codes.label)
      case .photo(let photo): texts.append(photo.label)
      case .section(let section): texts += [section.title, section.footer].compactMap(\.self)
      case .row(let row):
        texts.append(row.title)
        texts += [row.detail, row.badge, row.menuLabel].compactMap(\.self)
      case .button: break
      }
    }
    return texts
  }
}

extension String {
  private static let sections: Set<Substring> = [
    "windows", "signIn", "secondFactor", "identifier", "passkeys", "account", "action", "error", "keep",
    "again",
    "profile", "photo", "userName", "identities", "sessions", "data", "code", "password", "problem", "time",
    "deviceName", "near", "ethereum", "method",
  ]

  /// Whether the text is a key of the catalogs: a section, a period and a name.
  fileprivate var looksLikeAKey: Bool {
    guard !utf8.contains(UInt8(ascii: " ")), let end = firstIndex(of: ".") else { return false }
    return Self.sections.contains(self[..<end])
  }
}
