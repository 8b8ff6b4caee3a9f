package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A browser or an app, with the users who have signed in on it.
///
/// The client keeps it sealed (``DeviceTokens``), and the server stores nothing. It proves nothing about the user of a
/// request. It only decides for which subject guesses are counted, and whether a sign-in is announced to the user.
package struct KnownDevice: Sendable, Equatable {
  /// The last sign-in of a user on the device.
  package struct SignIn: Sendable, Equatable {
    package let user: User.ID
    package let at: Date

    package init(user: User.ID, at: Date) {
      self.user = user
      self.at = at
    }
  }

  package static let idLength = 16
  /// The most users of a device. Another user replaces the one that has not signed in for the longest time.
  package static let mostUsers = 5
  /// The time after a sign-in in which the device is known to the user, in seconds.
  package static let lifetime: TimeInterval = 180 * 24 * 3600

  package let id: [UInt8]
  /// The last sign-in of each user, the latest first.
  package let signIns: [SignIn]

  /// - Parameters:
  ///   - id: ``idLength`` random bytes.
  ///   - signIns: the last sign-in of each user, the latest first.
  package init(id: [UInt8], signIns: [SignIn] = []) {
    self.id = id
    self.signIns = Array(signIns.prefix(Self.mostUsers))
  }

  /// Whether a user has signed in on the device lately, and after the last change of the password or of an address.
  ///
  /// The reason for a change of the password may be the sign-in of an attacker. Then the attacker's device is not known
  /// anymore.
  package func isKnown(to user: User, at now: Date) -> Bool {
    guard let last = signIns.first(where: { $0.user == user.id }),
      now < last.at.addingTimeInterval(Self.lifetime)
    else { return false }
    return user.securedAt.map { $0 <= last.at } ?? true
  }

  /// The device after a sign-in of a user.
  package func adding(_ user: User.ID, at now: Date) -> KnownDevice {
    KnownDevice(id: id, signIns: [SignIn(user: user, at: now)] + signIns.filter { $0.user != user })
  }
}

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
