#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Language {
  /// The language tags that the user has chosen in the system, the preferred one first.
  ///
  /// On Linux these are the variables `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` (gettext manual §2.3).
  public static var systemTags: [String] {
    #if canImport(Darwin)
      Locale.preferredLanguages
    #else
      tags(ofEnvironment: ProcessInfo.processInfo.environment)
    #endif
  }

  /// The language of the user's system.
  public static var ofSystem: Language { best(for: systemTags) }

  static func tags(ofEnvironment environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    // The locale C turns translation off.
    guard let locale, locale != "C", locale != "POSIX" else { return [] }
    let languages = environment["LANGUAGE"]?.split(separator: ":").map(String.init) ?? []
    return languages + [locale]
  }
}
