@testable import DoorwardFlow

/// A view as plain text, one control a line. A renderer draws the same tree.
struct TreeDump {
  private(set) var text = ""

  init(_ content: ScreenContent) {
    line(
      "view \(content.id)\(content.isRightToLeft ? ", right to left" : "")\(content.isBusy ? ", busy" : "")")
    if let brand = content.brand { line("  brand \(quoted(brand.name))\(brand.logo.map { " \($0)" } ?? "")") }
    if let colors = content.colors {
      line("  colors \(colors.light.dump) on a light, \(colors.dark.dump) on a dark background")
    }
    if let back = content.back { add(back, in: content, "toolbar") }
    line("  title \(quoted(content.title))")
    if let lead = content.lead { line("  lead \(quoted(lead))") }
    if let problem = content.problem {
      line(
        "  problem \(problem.id)\(problem.field.map { " of \($0.rawValue)" } ?? "") \(quoted(problem.text))")
      if let retry = problem.retry { add(retry, in: content, "problem") }
    }
    if let notice = content.notice { line("  notice \(quoted(notice))") }
    for element in content.elements { add(element, in: content, "") }
    if let close = content.close { add(close, in: content, "toolbar") }
  }

  init(_ window: WindowContent) {
    self.init(window.page)
    guard let dialog = window.dialog else { return }
    let dump = TreeDump(dialog.content).text
    line("\(dialog.style)")
    for part in dump.split(separator: "\n") { line("  \(part)") }
  }

  private mutating func line(_ line: String) { text += line + "\n" }

  private func quoted(_ text: String) -> String { "“\(text)”" }

  private mutating func add(_ element: ScreenContent.Element, in content: ScreenContent, _ indent: String) {
    let start = "  \(indent)"
    switch element {
    case .field(let field): add(field, in: content, start)
    case .button(let button): add(button, in: content, indent)
    case .text(let text): line("\(start)text \(text.id) \(text.style) \(quoted(text.text))")
    case .divider(let word): line("\(start)divider \(quoted(word ?? ""))")
    case .progress(let progress): line("\(start)progress \(progress.id) \(quoted(progress.label))")
    case .qrCode(let code): line("\(start)QR code \(code.id) \(quoted(code.label))")
    case .secret(let secret):
      line("\(start)secret \(secret.id) \(quoted(secret.label)) \(secret.groups.joined(separator: " "))")
      if let hint = secret.hint { line("\(start)  hint \(quoted(hint))") }
      add(secret.copy, in: content, indent + "  ")
    case .codes(let codes):
      line("\(start)codes \(codes.id) \(quoted(codes.label)) \(codes.codes.joined(separator: " "))")
      for action in codes.actions { add(action, in: content, indent + "  ") }
    case .photo(let photo):
      line(
        "\(start)photo \(photo.id) \(quoted(photo.label)) \(photo.url ?? photo.initials)\(photo.isBusy ? ", busy" : "")"
      )
      for action in photo.actions { add(action, in: content, indent + "  ") }
    case .section(let section):
      line("\(start)section \(section.id) \(quoted(section.title ?? ""))")
      for element in section.elements { add(element, in: content, indent + "  ") }
      if let footer = section.footer { line("\(start)  footer \(quoted(footer))") }
    case .row(let row):
      line("\(start)row \(row.id) \(quoted(row.title))\(row.badge.map { " [\($0)]" } ?? "")")
      if let detail = row.detail { line("\(start)  detail \(quoted(detail))") }
      for action in row.actions { add(action, in: content, indent + "  ") }
    }
  }

  private mutating func add(_ field: ScreenContent.Field, in content: ScreenContent, _ start: String) {
    let focus = content.firstFocus == field.name ? ", focus" : ""
    let text = field.initialText.isEmpty ? "" : " = \(quoted(field.initialText))"
    line("\(start)field \(field.id) \(quoted(field.label)) \(field.kind.dump)\(text)\(focus)")
    if let hint = field.hint { line("\(start)  hint \(quoted(hint))") }
  }

  private mutating func add(_ button: ScreenContent.Button, in content: ScreenContent, _ indent: String) {
    let states = [
      button.isEnabled ? nil : "disabled", button.isBusy ? "busy" : nil,
      button.required.isEmpty
        ? nil : "needs \(button.required.map(\.rawValue).joined(separator: " and "))",
    ].compactMap(\.self).map { ", \($0)" }.joined()
    let place = indent.allSatisfy(\.isWhitespace) ? indent : "\(indent) "
    line(
      "  \(place)button \(button.id) \(button.role) \(quoted(button.label))\(button.badge.map { " [\($0)]" } ?? "")\(states) → \(button.action.dump)"
    )
    if let label = button.accessibilityLabel { line("  \(place)  spoken \(quoted(label))") }
    if let hint = button.hint { line("  \(place)  hint \(quoted(hint))") }
  }
}

extension ScreenColors.Accent {
  /// The color and that of texts on it, as a page writes them.
  fileprivate var dump: String { "\(color.dump) with \(text.dump)" }
}

extension ScreenColors.Color {
  fileprivate var dump: String {
    "#" + [red, green, blue].map { String(Int(($0 * 255).rounded()) + 256, radix: 16).dropFirst() }.joined()
  }
}

extension ScreenAction {
  /// The description without the names of types.
  fileprivate var dump: String {
    "\(self)".replacing(/DoorwardFlow\.\w+\./, with: "")
  }
}

extension ScreenContent.Field.Kind {
  fileprivate var dump: String {
    switch self {
    case .identifier(let kinds): "identifier(\(kinds.map(\.rawValue).joined(separator: ", ")))"
    case .newPassword: "newPassword"
    case .oneTimeCode(let length): "oneTimeCode(\(length.map { "\($0)" } ?? "any"))"
    case .choice(let options): "choice(\(options.map(\.id).joined(separator: ", ")))"
    default: "\(self)"
    }
  }
}
