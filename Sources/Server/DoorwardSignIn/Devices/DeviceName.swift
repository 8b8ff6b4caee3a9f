/// A short name for the device that a `User-Agent` describes, for messages: `Firefox on Linux`. It has no text of the client,
/// which a mail program could show as a link.
///
/// The hosted page names the sessions of a user in the same way (`format/device.js`).
package enum DeviceName {
  /// The order matters: most browsers also claim to be another one.
  private static let browsers = [
    (["Edg/", "EdgA/", "EdgiOS/", "Edge/"], "Edge"), (["OPR/", "Opera/"], "Opera"),
    (["SamsungBrowser/"], "Samsung Internet"), (["Firefox/", "FxiOS/"], "Firefox"),
    (["Chrome/", "CriOS/", "HeadlessChrome/", "Chromium/"], "Chrome"), (["Safari/"], "Safari"),
  ]
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("(iOS)", "iOS"), ("(macOS)", "macOS"), ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"), ("Macintosh", "macOS"), ("Mac OS X", "macOS"), ("Linux", "Linux"),
  ]

  /// The name.
  ///
  /// - Parameter agent: the `User-Agent`; nil if the client sent none.
  /// - Returns: the name; an empty text if no known browser or system is described, for which a message has a text.
  package static func text(of agent: String?) -> String {
    guard let agent else { return "" }
    let browser = browsers.first { $0.0.contains { agent.contains($0) } }?.1
    let system = systems.first { agent.contains($0.0) }?.1
    return [browser, system].compactMap { $0 }.joined(separator: " on ")
  }
}
