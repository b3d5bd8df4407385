// Tell the platform that the app is registered, so that it closes the frame or the window.

const platform = window.parent === window ? window.opener : window.parent;
platform?.postMessage({ subject: "org.imsglobal.lti.close" }, "*");
