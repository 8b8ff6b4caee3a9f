import DoorwardSessions

/// The version of this build.
package enum DoorwardVersion {
  package static let current = "0.1.0"
}
