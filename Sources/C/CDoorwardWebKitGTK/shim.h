#pragma once
#if !__has_include(<webkit/webkit.h>)
#error "NEARConnect needs WebKitGTK: apt-get install libwebkitgtk-6.0-dev. If its headers are not below /usr/include, name their folders with -Xcc -I."
#endif
#include <webkit/webkit.h>

/* Swift cannot import functions with variable arguments or cast macros. */
static inline WebKitWebView *doorward_web_view_new(WebKitWebContext *context, WebKitNetworkSession *session,
                                                   WebKitUserContentManager *content, WebKitSettings *settings) {
  return WEBKIT_WEB_VIEW(g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, "network-session", session,
                                      "user-content-manager", content, "settings", settings, NULL));
}
static inline WebKitWebView *doorward_web_view_new_related(WebKitWebView *opener, WebKitUserContentManager *content,
                                                           WebKitSettings *settings) {
  return WEBKIT_WEB_VIEW(g_object_new(WEBKIT_TYPE_WEB_VIEW, "related-view", opener, "user-content-manager", content,
                                      "settings", settings, NULL));
}
static inline WebKitPolicyDecision *doorward_policy_decision(void *object) { return WEBKIT_POLICY_DECISION(object); }
static inline WebKitWebView *doorward_web_view(void *object) { return WEBKIT_WEB_VIEW(object); }

/* The action of a navigation or of a new window; NULL for other decisions. */
static inline WebKitNavigationAction *doorward_navigation(WebKitPolicyDecision *decision) {
  return WEBKIT_IS_NAVIGATION_POLICY_DECISION(decision)
             ? webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision))
             : NULL;
}
/* Whether the decision concerns the main resource of the main frame. */
static inline gboolean doorward_is_main_response(WebKitPolicyDecision *decision) {
  return WEBKIT_IS_RESPONSE_POLICY_DECISION(decision) &&
         webkit_response_policy_decision_is_main_frame_main_resource(WEBKIT_RESPONSE_POLICY_DECISION(decision));
}
/* Whether WebKit can display the type of the response, in any frame. */
static inline gboolean doorward_is_shown(WebKitPolicyDecision *decision) {
  return WEBKIT_IS_RESPONSE_POLICY_DECISION(decision) &&
         webkit_response_policy_decision_is_mime_type_supported(WEBKIT_RESPONSE_POLICY_DECISION(decision));
}
static inline const char *doorward_response_uri(WebKitPolicyDecision *decision) {
  return webkit_uri_request_get_uri(
      webkit_response_policy_decision_get_request(WEBKIT_RESPONSE_POLICY_DECISION(decision)));
}
