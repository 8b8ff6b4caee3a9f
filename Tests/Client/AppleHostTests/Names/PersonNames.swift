import Foundation

/// Formats the names of persons, which Foundation does not do on Linux.
///
/// "An object that provides localized representations of the components of a person's name":
/// https://developer.apple.com/documentation/foundation/personnamecomponentsformatter. This file is compiled into Doorward,
/// whose sources then use this type instead of Foundation's.
final class PersonNameComponentsFormatter {
  func string(from components: PersonNameComponents) -> String {
    [components.givenName, components.familyName].compactMap(\.self).joined(separator: " ")
  }
}
